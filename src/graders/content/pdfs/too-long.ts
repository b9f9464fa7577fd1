/** The answer for a PDF that is given up, by the process that reads it or by whoever waits for that. */
export const TOO_LONG = { fault: 'takes too long to be read' };
