import { readLanguage } from '#contracts/catalogue/language-names.ts'

const MAX_LENGTH = 35

/** Returns the language tag that a file states; null if it states none, or a text that is not a language. */
export function statedLanguage(text: unknown): string | null {
  const tag = typeof text === 'string' ? readLanguage(text) : undefined
  return tag && /^(?!und\b)[a-z]{2,3}\b/.test(tag) && tag.length <= MAX_LENGTH ? tag : null
}
