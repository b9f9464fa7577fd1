import { EventReader } from './http/server-sent-events.ts';

/** The JSON values of an answer: its body, or the events of its stream. What is not JSON is left as the text it is. */
export function jsonEventsIn(answer: string): unknown[] {
  const whole = jsonIn(answer);
  if (whole !== undefined) return [whole];
  const events = new EventReader().add(Buffer.from(answer));
  return events.length === 0 ? [answer] : events.map(({ data }) => jsonIn(data) ?? data);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Another form, which the caller handles.
    return undefined;
  }
}
