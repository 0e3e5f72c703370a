import type { z } from 'zod'
import type { FieldError } from '#contracts/common/problem.ts'
import { LEAST_PODCAST_COVER, PODCAST_CATEGORIES } from '#contracts/site/podcast-categories.ts'
import { SECTIONS, type SectionName, type SiteContent } from '#contracts/site/site-content.ts'
import { invalidRequest } from '#server/platform/problems.ts'

/** Validates the content of a section. Returns the content and all errors by field, such as `hours.1.days`. */
export function findErrors(name: SectionName, content: unknown): { content: unknown; errors: FieldError[] } {
  const result = (SECTIONS[name] as z.ZodType).safeParse(content)
  if (result.success) return { content: result.data, errors: [...findUnknown(content, result.data, []), ...checkNew(name, result.data)] }
  return { content, errors: result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) }
}

/** Validates rules that apply to new content only. Content that was published before a rule existed stays valid. */
function checkNew(name: SectionName, content: unknown): FieldError[] {
  if (name === 'contact') return [...checkWhatsapp(content as SiteContent['contact']), ...checkChatLink(content as SiteContent['contact'])]
  return name === 'podcast' ? checkPodcast(content as SiteContent['podcast']) : []
}

function checkWhatsapp({ whatsapp }: SiteContent['contact']): FieldError[] {
  if (/^\+?[1-9]/.test(whatsapp)) return []
  return [{ field: 'whatsapp', message: 'Enter the number with its country code, such as +263 77 123 4567.' }]
}

/** Matches links that open a chat with a number in WhatsApp. */
const CHAT_WITH = /^https?:\/\/(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?(\d+)/

/** A changed number would otherwise leave a link that opens a chat with a stranger. */
function checkChatLink({ whatsapp, chatLink }: SiteContent['contact']): FieldError[] {
  const [, linked] = CHAT_WITH.exec(chatLink) ?? []
  const number = whatsapp.replaceAll(/\D/g, '')
  if (!linked || linked === number) return []
  return [{ field: 'chatLink', message: `This link opens a chat with +${linked}. For your WhatsApp number, enter https://wa.me/${number}` }]
}

/** Validates what podcast directories require. */
function checkPodcast({ category, subcategory, cover }: SiteContent['podcast']): FieldError[] {
  const errors: FieldError[] = []
  const subcategories = Object.hasOwn(PODCAST_CATEGORIES, category) ? PODCAST_CATEGORIES[category] : undefined
  if (!subcategories) errors.push({ field: 'category', message: 'Choose a category of the list.' })
  else if (subcategory && !subcategories.includes(subcategory))
    errors.push({
      field: 'subcategory',
      message: subcategories.length > 0 ? `Choose ${subcategories.join(', ')}, or none.` : `${category} has no subcategories. Choose none.`,
    })
  if (cover && (cover.width !== cover.height || cover.width < LEAST_PODCAST_COVER))
    errors.push({
      field: 'cover',
      message: `The picture has ${cover.width} × ${cover.height} pixels. Choose a square of at least ${LEAST_PODCAST_COVER} × ${LEAST_PODCAST_COVER}.`,
    })
  return errors
}

/** Returns the valid content of a section. @throws invalid_request with every invalid field */
export function validateSection(name: SectionName, content: unknown): unknown {
  const found = findErrors(name, content)
  if (found.errors.length > 0) throw invalidRequest(found.errors)
  return found.content
}

/** Finds fields that are unknown and therefore dropped by validation. */
function findUnknown(given: unknown, read: unknown, path: string[]): FieldError[] {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return []
  return Object.entries(given).flatMap(([key, value]) =>
    Object.hasOwn(read, key)
      ? findUnknown(value, (read as Record<string, unknown>)[key], [...path, key])
      : [{ field: [...path, key].join('.'), message: 'There is no such field.' }],
  )
}
