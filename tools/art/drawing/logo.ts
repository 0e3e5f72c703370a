import { gradient, stop } from './paper.ts'

/** Draws the logo on a 64×64 field: an open book, lit from the left, on the stem of a lectern. */
export function mark(stand: string, pages: { left: string; right: string } = { left: '#f3c263', right: '#e0992f' }): string {
  return `<g transform="translate(0 -4)"><path d="M31 24.500C24.500 17 14 13.500 3.500 14.200a1.500 1.500 0 0 0 -1.500 1.500V32.300a1.500 1.500 0 0 0 1.600 1.500C14 33.500 24.500 36 31 42.500Z" fill="${pages.left}"/><path d="M33 24.500C39.500 17 50 13.500 60.500 14.200a1.500 1.500 0 0 1 1.500 1.500V32.300a1.500 1.500 0 0 1 -1.600 1.500C50 33.500 39.500 36 33 42.500Z" fill="${pages.right}"/></g><path d="M28.400 39.300Q30.700 41 32 43.200Q33.300 41 35.600 39.300L36.600 55.500H43.500a2 2 0 0 1 2 2V59.500a1.500 1.500 0 0 1 -1.500 1.500H20A1.500 1.500 0 0 1 18.500 59.500V57.500a2 2 0 0 1 2 -2H27.400Z" fill="${stand}"/>`.replaceAll(
    /(\.\d)00/g,
    '$1',
  )
}

export function logo(stand: string, pages?: { left: string; right: string }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 6 64 58" width="64" height="58" role="img" aria-label="Lectern">${mark(stand, pages)}</svg>\n`
}

/** Draws the logo on a night-blue background, for home screens. `round` is the corner radius out of 64; maskable icons need 0. */
export function icon(round: number, scale = 0.66): string {
  const shift = 32 * (1 - scale)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Lectern"><defs>${gradient('ground', [
    stop(0, '#27324f'),
    stop(1, '#161d2e'),
  ])}</defs><rect width="64" height="64" rx="${round}" fill="url(#ground)"/><g transform="translate(${shift.toFixed(2)} ${(shift - 3.6 * scale).toFixed(2)}) scale(${scale})">${mark('#fff6e4')}</g></svg>\n`
}
