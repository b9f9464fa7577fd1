import { EventReader } from './http/server-sent-events.ts';
import { jsonIn } from './json-in.ts';

/** The JSON values of an answer: its body, or the events of its stream. What is not JSON is left as the text it is. */
export function jsonEventsIn(answer: string): unknown[] {
  const whole = jsonIn(answer);
  if (whole !== undefined) return [whole];
  // Ends an event in which the stream broke off, too.
  const events = new EventReader().add(Buffer.from(`${answer}\n\n`));
  return events.length === 0 ? [answer] : events.map(({ data }) => jsonIn(data) ?? data);
}
