/** One end of a TCP connection on 127.0.0.1: the socket at port `from`, connected to port `to`. */
export interface LoopbackEnd {
  readonly from: number;
  readonly to: number;
}

/** What the kernel reports about a socket. */
export interface SocketRecord {
  /** State number of the kernel: 1 is established. */
  readonly state: number;
  /** User of the process that opened the socket. Also 0 when no process has it open any more. */
  readonly userId: number;
}
