import anyAscii from 'any-ascii'
import { isIdForm } from '#contracts/catalogue/slug.ts'

/** Maximum length of a generated slug, which leaves room for a number within the maximum length of slugs. */
const LONGEST = 70

/** Returns the slug of a title, in Latin letters. Returns undefined if the title has no letters or digits, or has the form of an id. */
export function slugOf(title: string): string | undefined {
  const words = anyAscii(title.normalize('NFKC').replaceAll(/\p{Extended_Pictographic}/gu, ' '))
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  let slug = ''
  for (const word of words) {
    if (slug && slug.length + 1 + word.length > LONGEST) break
    slug = slug ? `${slug}-${word}` : word.slice(0, LONGEST)
  }
  return slug && !isIdForm(slug) ? slug : undefined
}

/** Returns the slug of an item whose title gives none. Its random part is the end of the id. */
export function slugOfId(noun: string, id: string): string {
  return `${noun}-${id.replaceAll(/[^a-z0-9]/g, '').slice(-12)}`
}
