import { z } from 'zod';
import { AllowedHost } from './egress.ts';
import { isVariable, isVariableOfOurs } from './environment.ts';

const Variable = z.string().refine(isVariable, { error: 'a name of letters, digits and underscores' });

/** A secret of services that tasks reach. The value is in nobody's file. */
export const ServiceSecretSpec = z.strictObject({
  name: Variable.describe('The variable of your own environment that holds the value.'),
  hosts: z
    .array(AllowedHost)
    .min(1)
    .describe('The harness puts the value into requests to these hosts over TLS, and to no others.'),
  as: Variable.refine((name) => !isVariableOfOurs(name), {
    error: 'a variable that does not change how programs start',
  })
    .optional()
    .describe('The variable of the sandbox that holds a placeholder; by default of the same name.'),
});
export type ServiceSecretSpec = z.infer<typeof ServiceSecretSpec>;
