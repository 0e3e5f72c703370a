const LONGEST = 60

/** A name that people recognise and every file system takes, and that differs when the content does: `sow-in-season-9f86d081884c.pdf`. */
export function fileName(title: string, key: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '')
  const extension = key.slice(key.indexOf('.'))
  return `${[words, key.slice(0, 12)].filter(Boolean).join('-')}${extension}`
}
