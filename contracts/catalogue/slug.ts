import { z } from 'zod'
import { optional } from './item-form.ts'

const LONGEST_SLUG = 80

/** Readable last segment of an item's URL. */
export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .max(LONGEST_SLUG, `Use at most ${LONGEST_SLUG} characters.`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use letters from a to z, digits, and single hyphens between them.')

/** Field of a form for the slug. When empty, a new item gets a generated slug and an existing item keeps its slug. */
export const slugField = { label: 'Page address', kind: 'slug', schema: optional(Slug) } as const
