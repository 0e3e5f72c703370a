const NEW_TAB = { target: '_blank', rel: 'noopener' } as const

/** Opens links to other sites in a new tab, so that an episode continues to play here. */
export function newTabIfExternal(href: string): typeof NEW_TAB | undefined {
  return href.startsWith('http') ? NEW_TAB : undefined
}
