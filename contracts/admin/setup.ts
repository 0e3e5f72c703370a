import { z } from 'zod'

/** Steps of a new site, in their order. */
export const SETUP_STEPS = ['brand', 'contact', 'book', 'payments', 'mail'] as const
export const SetupStepName = z.enum(SETUP_STEPS)
export type SetupStepName = z.infer<typeof SetupStepName>

/** Missing parts of a new site. A step is done once the site has what it asks for, whoever did it. */
export const Setup = z.object({
  steps: z.array(z.object({ name: SetupStepName, state: z.enum(['open', 'done', 'skipped']) })),
  payments: z
    .enum(['none', 'trial', 'live'])
    .meta({ description: 'none: nothing can be sold; trial: the checkout moves no money; live: a payment service is connected' }),
  mail: z
    .enum(['none', 'failing', 'sending'])
    .meta({ description: 'none: no mail server is set up; failing: it accepts no mail right now; sending: it accepts mail' }),
  hasDemonstration: z.boolean().meta({ description: 'Whether the site has the demonstration catalogue' }),
})
export type Setup = z.infer<typeof Setup>

export const SetupStepChange = z.object({ skipped: z.boolean() })
export const TestMail = z.object({ to: z.string().meta({ description: 'Address of the administrator, to which the test was sent' }) })
