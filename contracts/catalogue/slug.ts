import { z } from 'zod'
import { optional } from './item-form.ts'

const LONGEST_SLUG = 80

/** Form of the ids of items, books, episodes and authors alike. No slug has this form, so that a URL is either an id or a slug. */
const ID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isIdForm = (text: string): boolean => ID_FORM.test(text.toLowerCase())

/**
 * Readable last segment of an item's URL. Spaces become hyphens and accents are removed. If a whole URL is entered, its last segment is
 * used.
 */
export const Slug = z
  .string()
  .trim()
  .toLowerCase()
  .overwrite(tidySlug)
  .max(LONGEST_SLUG, `Use at most ${LONGEST_SLUG} characters.`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use letters from a to z, digits, and single hyphens between them.')
  .refine((slug) => !isIdForm(slug), 'This looks like the id of an item. Choose words for the page address.')

function tidySlug(text: string): string {
  const last = text.split('/').filter(Boolean).at(-1) ?? ''
  const plain = last.normalize('NFD').replaceAll(/\p{Diacritic}/gu, '')
  return plain.replaceAll(/[\s_-]+/g, '-').replaceAll(/^-|-$/g, '')
}

/**
 * Returns the form field for the slug. When empty, a new item gets a slug that is generated from the `source` field, and an existing item
 * keeps its slug.
 */
export const slugField = (source: string) =>
  ({ label: 'Page address', kind: 'slug', hint: `If empty, it is created from the ${source}.`, schema: optional(Slug) }) as const
