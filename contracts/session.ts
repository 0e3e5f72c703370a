import { z } from 'zod'

/** A browser in which an admin is signed in. Its id opens nothing. */
export const Session = z.object({
  id: z.string(),
  admin: z.object({ id: z.string(), firstname: z.string(), lastname: z.string() }),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().meta({ description: 'To the minute' }),
  expiresAt: z.iso.datetime(),
  address: z.string().meta({ description: 'The network address it was last used from; empty when unknown' }),
  browser: z.string().meta({ description: 'Such as Firefox on Windows; empty when unknown' }),
  current: z.boolean().meta({ description: 'This is the session that asks' }),
})
export type Session = z.infer<typeof Session>
