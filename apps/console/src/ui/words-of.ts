/** The message of an error, without the status, which is for programs. */
export const wordsOf = ({ message }: Error): string => message.replace(/^[45]\d\d: /, '');
