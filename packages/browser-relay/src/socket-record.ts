/** One end of a TCP connection on 127.0.0.1: the socket at port `from`, connected to port `to`. */
export interface LoopbackEnd {
  readonly from: number;
  readonly to: number;
}

/** What the system knows about a socket. */
export interface SocketRecord {
  /** As the kernel numbers them: 1 is established. */
  readonly state: number;
  /** The process that opened it. 0 also when no process has it open any more. */
  readonly userId: number;
}
