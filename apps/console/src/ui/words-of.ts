/** The sentence of an error, without the status that programs look at. */
export const wordsOf = ({ message }: Error): string => message.replace(/^[45]\d\d: /, '');
