import { z } from 'zod'

/** A code of an authenticator app (RFC 6238), or a recovery code; spaces and dashes that people write are taken out. */
export const TotpCode = z
  .string({ error: 'Enter the code.' })
  .max(100)
  .overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .regex(/^(\d{6}|[A-Z2-7]{16})$/, 'A code has six digits, a recovery code sixteen letters and digits.')
