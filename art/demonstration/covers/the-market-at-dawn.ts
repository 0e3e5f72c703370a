import { seeded } from '#art/drawing/paper.ts'
import { colophon, frame } from './frame.ts'
import { byline, lettering } from './lettering.ts'

/** Tomatoes in their pyramids, greens in bundles, before the sun is over the roofs of the market. */
export function theMarketAtDawn(): string {
  const chance = seeded(4)
  const tomato = (x: number, y: number, r: number) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${['#cf3f2c', '#d9512f', '#c23a35', '#e06a35'][Math.floor(chance() * 4)]}"/><path d="M${x - r * 0.5} ${y - r * 0.4}q${r * 0.2}-${r * 0.36} ${r * 0.6}-${r * 0.34}" stroke="#f6a98a" stroke-width="${r * 0.13}" fill="none" stroke-linecap="round"/><path d="M${x} ${y - r * 0.82}l${r * 0.34} ${-r * 0.1}l${-r * 0.2} ${r * 0.26}l${r * 0.06} ${r * 0.26}l${-r * 0.24} ${-r * 0.2}l${-r * 0.28} ${r * 0.18}l${r * 0.08} ${-r * 0.28}l${-r * 0.2} ${-r * 0.2}z" fill="#3f6b3a"/>`
  const heap = (x: number, y: number, r: number) =>
    `<g filter="url(#near)">${[
      [3, 0],
      [2, 1],
      [1, 2],
    ]
      .map(([count, level]) =>
        Array.from({ length: count as number }, (_, i) =>
          tomato(x + (i - ((count as number) - 1) / 2) * r * 1.86, y - (level as number) * r * 1.5 - r, r),
        ).join(''),
      )
      .join('')}</g>`
  const dish = (x: number, y: number, w: number) =>
    `<path d="M${x - w} ${y}h${w * 2}q-${w * 0.16} ${w * 0.46}-${w * 0.5} ${w * 0.5}h-${w}q-${w * 0.34}-${w * 0.04}-${w * 0.5}-${w * 0.5}z" fill="#fbf3e2" filter="url(#near)"/><path d="M${x - w} ${y}h${w * 2}l-${w * 0.04} ${w * 0.1}h-${w * 1.92}z" fill="#2c4d7c"/><path d="M${x - w * 0.84} ${y + w * 0.28}h${w * 1.68}" stroke="#2c4d7c" stroke-width="7"/>`
  const greens = (x: number, y: number) =>
    `<g filter="url(#near)">${[-50, -28, -8, 14, 36, 54].map((turn, i) => `<path d="M0 0C-58-70-54-150 0-196C54-150 58-70 0 0Z" fill="${['#2f5e3a', '#3f7546', '#568a4c'][i % 3]}" transform="translate(${x} ${y}) rotate(${turn})"/><path d="M0-10V-170" stroke="#a9c77c" stroke-width="5" transform="translate(${x} ${y}) rotate(${turn})"/>`).join('')}<path d="M${x - 36} ${y - 14}h72l-12 56h-48z" fill="#e8d09a"/><path d="M${x - 36} ${y - 14}h72l-3 14h-66z" fill="#b5523a"/></g>`
  const plank = (y: number, fill: string) =>
    `<rect x="-10" y="${y}" width="1020" height="300" fill="${fill}" filter="url(#cut)"/><path d="M-10 ${y + 8}h1020" stroke="#f6cf98" stroke-width="4" opacity=".5"/>`
  const roofs =
    '<path d="M-10 700V600L120 552L250 600V640L330 610L460 650V600L600 556L740 604V650L830 616L1010 660V900H-10Z" fill="#8a4a5a" filter="url(#cut)"/><path d="M-10 760V690L90 660L200 700L330 664L480 704L640 668L780 706L900 672L1010 700V900H-10Z" fill="#67354c" filter="url(#near)"/>'
  return frame({
    ground: '#f7c7a0',
    drawing: `<rect width="1000" height="160" fill="#5f4a78"/><path d="M-10 120Q500 180 1010 120V300H-10Z" fill="#8b5f86"/><path d="M-10 250Q500 300 1010 240V420H-10Z" fill="#c47f8a"/><path d="M-10 380Q500 420 1010 370V540H-10Z" fill="#e8a08a"/><path d="M-10 490Q500 520 1010 480V700H-10Z" fill="#f7c08a"/><circle cx="650" cy="592" r="110" fill="#fff0c4"/>${roofs}
${plank(890, '#7a4a38')}${heap(150, 900, 48)}${heap(430, 900, 48)}${heap(850, 900, 48)}${greens(640, 880)}${plank(1150, '#925a3f')}${greens(110, 1146)}${heap(330, 1160, 50)}${dish(600, 1092, 120)}<g filter="url(#near)">${[
      [540, 1064],
      [600, 1054],
      [660, 1064],
      [570, 1016],
      [632, 1016],
    ]
      .map(
        ([x, y]) =>
          `<ellipse cx="${x}" cy="${y}" rx="38" ry="32" fill="#b98a4a"/><ellipse cx="${(x as number) - 8}" cy="${(y as number) - 8}" rx="16" ry="8" fill="#dcb678"/>`,
      )
      .join(
        '',
      )}</g>${dish(600, 1092, 120)}${heap(852, 1160, 50)}${heap(120, 1386, 40)}${heap(700, 1386, 40)}${greens(905, 1372)}${dish(410, 1322, 116)}<g filter="url(#near)">${[
      [350, 1296],
      [410, 1284],
      [470, 1296],
      [380, 1246],
      [442, 1246],
      [411, 1208],
    ]
      .map(
        ([x, y]) =>
          `<circle cx="${x}" cy="${y}" r="36" fill="#e9a13b"/><circle cx="${(x as number) - 10}" cy="${(y as number) - 11}" r="10" fill="#f9cf84"/>`,
      )
      .join('')}</g>${dish(410, 1322, 116)}${plank(1376, '#5a2f2c')}`,
    type: `${lettering(['The Market', 'at Dawn'], { x: 500, y: 226, size: 164, lead: 158, fill: '#fff3dc', weight: 740, anchor: 'middle', soft: 100 })}${byline('Chiedza Mapfumo', { x: 72, y: 1456, fill: '#fbe3bd' })}${colophon(878, 1410, 52, '#f2b84b')}`,
  })
}
