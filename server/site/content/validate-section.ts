import type { z } from 'zod'
import type { FieldError } from '#contracts/common/problem.ts'
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
  if (name !== 'contact' || /^\+?[1-9]/.test((content as SiteContent['contact']).whatsapp)) return []
  return [{ field: 'whatsapp', message: 'Enter the number with its country code, such as +263 77 123 4567.' }]
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
