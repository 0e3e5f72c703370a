const NEW_TAB = { target: '_blank', rel: 'noopener' } as const

/** Returns attributes that open a link to another site in a new tab, so that an episode continues to play on this page. */
export function newTabIfExternal(href: string): typeof NEW_TAB | undefined {
  return href.startsWith('http') ? NEW_TAB : undefined
}
