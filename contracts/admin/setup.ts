import { z } from 'zod'

/** Setup steps of a new site, in order. */
export const SETUP_STEPS = ['brand', 'contact', 'book', 'payments', 'mail'] as const
export const SetupStepName = z.enum(SETUP_STEPS)
export type SetupStepName = z.infer<typeof SetupStepName>

/** Status of the setup steps of a new site. A step counts as completed once its data exists, however the data was entered. */
export const Setup = z.object({
  steps: z.array(z.object({ name: SetupStepName, state: z.enum(['open', 'done', 'skipped']) })),
  payments: z.enum(['none', 'trial', 'live']).meta({
    description: 'none: purchases are not possible; trial: a test checkout without real payments; live: a payment service is connected',
  }),
  mail: z.enum(['none', 'failing', 'sending']).meta({
    description:
      'none: no mail server is configured; failing: the mail server accepts no emails right now; sending: the mail server accepts emails',
  }),
  hasDemonstration: z.boolean().meta({ description: 'Whether the site has the demonstration catalogue' }),
})
export type Setup = z.infer<typeof Setup>

export const SetupStepChange = z.object({ skipped: z.boolean() })
export const TestMail = z.object({
  to: z.string().meta({ description: 'Email address of the administrator to which the test email was sent' }),
})
