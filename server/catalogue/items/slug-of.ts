import anyAscii from 'any-ascii'

/** Maximum length of a generated slug, which leaves room for a number within the maximum length of slugs. */
const LONGEST = 70

/** Returns the slug of a title, in Latin letters. Returns undefined if the title has no letters or digits. */
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
  return slug || undefined
}
