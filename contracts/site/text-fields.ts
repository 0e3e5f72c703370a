import { z } from 'zod'

/** Returns the schema of a text with at least one visible character. Characters that PostgreSQL can't store in JSON are rejected. */
export function text(max: number, title?: string) {
  return z
    .string()
    .trim()
    .min(1, 'Enter some text.')
    .refine((value) => value === '' || /[\p{L}\p{N}\p{P}\p{S}]/u.test(value), 'Enter some text.')
    .max(max, `Enter at most ${max} characters.`)
    .refine((value) => !/[\0\p{Cs}]/u.test(value), 'Remove the invalid character.')
    .meta({ ...(title && { title }), maxLength: max })
}
export const name = (title?: string) => text(60, title)
export const line = (title?: string) => text(160, title)
export const sentence = (title?: string) => text(400, title)
export const paragraph = (title?: string) => text(2000, title)
