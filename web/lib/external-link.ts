const BESIDE = { target: '_blank', rel: 'noopener' } as const

/** What a link to another site needs: it opens beside this one, so that what plays here goes on. Nothing for one within it. */
export function newTabIfExternal(href: string): typeof BESIDE | undefined {
  return href.startsWith('http') ? BESIDE : undefined
}
