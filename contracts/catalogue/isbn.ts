import { z } from 'zod'
import { readIsbn } from './read-isbn.ts'

/** ISBN in a request, stored as 13 digits. */
export const Isbn = z
  .string()
  .max(40, 'Enter an ISBN of 10 or 13 digits.')
  .transform((text) => readIsbn(text) ?? '')
  .refine((isbn) => isbn !== '', 'Enter an ISBN of 10 or 13 digits. Its last digit must match the others, so one of them may be mistyped.')
