/** One answer, whatever client got it. */
export type Turn = {
  text: string;
  calls: { id: string; tool: string; input: unknown }[];
  refused: boolean;
  inputTokens: number | null;
};

export type Reply = { id: string; tool: string; output: string };

export type Access = {
  fetch: (request: Request) => Promise<Response>;
  token: string;
  model: string;
  stream: boolean;
  signal?: AbortSignal;
  /** Called with every piece of a stream as it comes. */
  onPiece?: () => void;
};

/** A conversation as a program would have it through an official client. */
export type Client = { name: string; open(access: Access): (input: string | Reply[]) => Promise<Turn> };
