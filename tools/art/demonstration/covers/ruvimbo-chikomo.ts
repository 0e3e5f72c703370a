import { closed, n, type Point, seeded } from '#tools/art/drawing/paper.ts'
import { byline, colophon, frame, lettering } from './frame.ts'

/** Covers of the books by Ruvimbo Chikomo. */
export const ruvimboChikomo = {
  /** Cover: a paraffin lamp in the middle of many sheets of dark paper; below, the flap of an open envelope. */
  'the-lamp-and-the-letter': () => {
    const sheets = ['#1f2c4c', '#2e3a5c', '#4d4560', '#7c5257', '#b36a45', '#dd9440', '#f3bd5e', '#fbdf9b'].map((fill, i) => {
      const radius = 480 - i * 49
      return `<path d="${ring(500, 800, radius, i + 3)}" fill="${fill}" filter="url(#cut)"/>`
    })
    const lamp = `<g filter="url(#near)"><path d="M404 884C372 850 372 790 424 742L438 676H562L576 742C628 790 628 850 596 884Z" fill="#fff4d6" opacity=".7"/><path d="M500 858C458 830 462 790 492 746C496 726 498 714 497 700C536 738 548 780 540 812C535 836 522 850 500 858Z" fill="#e2762c"/><path d="M500 852C478 834 482 806 501 776C520 806 524 832 500 852Z" fill="#ffe9a8"/></g>
<g fill="#1c2440"><path d="M430 642H570L560 680H440Z"/><path d="M456 612H544L556 646H444Z"/><path d="M396 880H604L590 916H410Z"/><path d="M440 912H560L578 934H422Z"/><path d="M388 1016C380 960 410 930 432 930H568C590 930 620 960 612 1016L640 1044H360Z"/><rect x="592" y="888" width="44" height="14" rx="6"/><circle cx="644" cy="895" r="17"/><path d="M396 898C318 860 306 700 352 620C388 556 612 556 648 620C694 700 682 860 604 898L598 886C660 850 672 710 632 634C602 582 398 582 368 634C328 710 340 850 402 886Z"/></g><path d="M400 990C402 962 418 946 436 944" stroke="#dd9440" stroke-width="7" fill="none" stroke-linecap="round"/>`
    const written = [0, 1, 2, 3]
      .map(
        (i) =>
          `<path d="M346 ${1130 + i * 40}q26-12 52 0t52 0 52 0 52 0 ${i === 3 ? '' : '52 0 48 0'}" stroke="#3d4a72" stroke-width="6" fill="none" stroke-linecap="round"/>`,
      )
      .join('')
    const envelope = `<path d="M-20 1210L500 1040L1020 1210V1520H-20Z" fill="#8a4f36" filter="url(#cut)"/><g transform="rotate(-2.5 500 1200)" filter="url(#cut)"><rect x="286" y="1062" width="428" height="400" fill="#fff8e6"/>${written}</g><path d="M-20 1176L500 1400L1020 1176V1520H-20Z" fill="#e9cf9d" filter="url(#cut)"/><path d="M-20 1520L420 1330Q500 1298 580 1330L1020 1520Z" fill="#f7e6c2" filter="url(#cut)"/>`
    return frame({
      ground: '#172039',
      drawing: `${sheets.join('')}${lamp}${envelope}`,
      type: `${lettering(['The Lamp', 'and the Letter'], { x: 500, y: 168, size: 118, lead: 122, fill: '#fdebc4', weight: 480, anchor: 'middle', soft: 60 })}${byline('Ruvimbo Chikomo', { x: 500, y: 1462, fill: '#5a3f2a', anchor: 'middle' })}${colophon(479, 1362, 42, '#b0702c')}`,
    })
  },

  /** Cover: a house in cross-section with four furnished rooms, the fifth still bricks in the air. */
  'a-house-for-two': () => {
    const room = (x: number, y: number, w: number, h: number, fill: string, inside: string) =>
      `<g filter="url(#near)"><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"/></g><svg x="${x}" y="${y}" width="${w}" height="${h}">${inside}</svg>`
    const bedroom = `<rect x="30" y="126" width="210" height="70" rx="8" fill="#f6e9d0"/><rect x="30" y="148" width="210" height="48" fill="#b5523a"/><path d="M30 148h210M72 148v48M114 148v48M156 148v48M198 148v48" stroke="#8c3a2a" stroke-width="4"/><rect x="22" y="92" width="14" height="128" fill="#4a2530"/><rect x="40" y="108" width="66" height="34" rx="12" fill="#fff7e6"/><rect x="240" y="140" width="10" height="80" fill="#4a2530"/><circle cx="176" cy="54" r="26" fill="#f2c14e"/>`
    const kitchen = `<rect x="0" y="170" width="400" height="50" fill="#4a2530"/><rect x="34" y="104" width="98" height="66" rx="8" fill="#2e3347"/><path d="M24 104h118" stroke="#2e3347" stroke-width="12" stroke-linecap="round"/><path d="M66 84c-14-22 14-28 0-52M100 84c-14-22 14-28 0-52" stroke="#fff2d6" stroke-width="8" fill="none" stroke-linecap="round"/><rect x="184" y="126" width="60" height="44" fill="#e9b44c"/><circle cx="214" cy="112" r="15" fill="#b5523a"/>`
    const table = `<circle cx="140" cy="40" r="22" fill="#ffe3a0"/><path d="M140 0v22" stroke="#4a2530" stroke-width="5"/><path d="M62 138h156v14H62zM84 150l-8 70h12l10-70zM196 150l8 70h-12l-10-70z" fill="#5d2c2c"/><path d="M22 96h12v58h40v14l4 52H66l-4-50H34l-2 50H20zM258 96h-12v58h-40v14l-4 52h12l4-50h28l2 50h12z" fill="#2e3347"/><path d="M110 138l4-24h20l4 24zM150 138l4-24h20l4 24z" fill="#fff2d6"/>`
    const door = `<path d="M90 220V84a50 50 0 0 1 100 0v136z" fill="#2f5d5a"/><circle cx="172" cy="150" r="7" fill="#f2c14e"/><rect x="24" y="90" width="40" height="56" fill="#ffe3a0"/><path d="M44 90v56M24 118h40" stroke="#8c3a2a" stroke-width="5"/><path d="M224 220c-6-40 34-44 28-92 22 36 12 70-4 92z" fill="#3f7257"/>`
    const roof = `<path d="M96 728L400 470L704 728Z" fill="#8c3224" filter="url(#cut)"/><path d="M96 728L400 470L400 728Z" fill="#a8432f"/><circle cx="400" cy="640" r="40" fill="#f2c14e"/><path d="M400 600v80M360 640h80" stroke="#8c3224" stroke-width="7"/>`
    return frame({
      ground: '#f3e3c6',
      drawing: `<path d="M-10 1270Q300 1232 520 1262T1010 1240V1510H-10Z" fill="#d9b98a" filter="url(#near)"/>${roof}<rect x="112" y="728" width="576" height="528" fill="#5d2c2c" filter="url(#cut)"/>${room(130, 746, 270, 236, '#e8a27c', bedroom)}${room(416, 746, 254, 236, '#86a79a', kitchen)}${room(130, 1002, 270, 236, '#dcb65f', door)}${room(416, 1002, 254, 236, '#c66f50', table)}${bricks()}`,
      type: `${lettering(['A House', 'for Two'], { x: 92, y: 230, size: 176, lead: 160, fill: '#7a2c22', weight: 620, soft: 0, wonk: 1 })}${byline('Ruvimbo Chikomo', { x: 96, y: 1410, fill: '#5d2c2c' })}${colophon(858, 1366, 52, '#8c3224')}`,
    })
  },

  /** Cover: the table from above; every plate is full, and one chair is still pushed in. */
  'the-table-we-set': () => {
    const [x, y, r] = [566, 938, 452]
    const chairs = [200, 240, 280, 320, 0, 40, 80, 120, 160].map(
      (degrees, i) =>
        `<g transform="rotate(${degrees} ${x} ${y})"><rect x="${x + r - (i === 3 ? 26 : -14)}" y="${y - 74}" width="96" height="148" rx="34" fill="${i === 3 ? '#f2b84b' : '#7c3557'}" filter="url(#near)"/></g>`,
    )
    const foods = ['#5f8a55', '#c8553d', '#e3a33a']
    const plate = (degrees: number, i: number) => {
      const spot = (at: number, away: number) => `translate(${n(Math.cos(at) * away)} ${n(Math.sin(at) * away)})`
      const turn = i * 1.9
      const dish = `<ellipse rx="40" ry="34" fill="#fffaf0" stroke="#e6d3a8" stroke-width="5" transform="${spot(turn, 26)}"/><path d="M-30-4C-26-34 20-36 30-10C40 14 10 34-12 26C-30 22-34 12-30-4Z" fill="${foods[i % 3]}" transform="${spot(turn + 2.3, 36)} rotate(${i * 50})"/><path d="M-22 0C-20-24 16-26 22-6C28 12 8 24-8 20C-20 16-24 10-22 0Z" fill="${foods[(i + 1) % 3]}" transform="${spot(turn + 4.2, 36)} rotate(${i * 80})"/>`
      const empty = i === 3
      return `<g transform="rotate(${degrees} ${x} ${y}) translate(${x + r - 146} ${y})"><circle r="100" fill="#fbf1de" filter="url(#near)"/><circle r="84" fill="none" stroke="${['#c8553d', '#2f5d7a', '#c8553d', '#b98a2f'][i % 4]}" stroke-width="7" ${i % 2 ? 'stroke-dasharray="7 9"' : ''}/>${empty ? '' : dish}</g>`
    }
    const cloth = Array.from(
      { length: 26 },
      (_, i) =>
        `<path d="M0 ${-r + 22}l19 30h-38z" fill="${i % 2 ? '#f2b84b' : '#f7d9c0'}" transform="translate(${x} ${y}) rotate(${n((i * 360) / 26)})"/>`,
    )
    return frame({
      ground: '#4a1a38',
      drawing: `<circle cx="${x}" cy="${y}" r="640" fill="#571f42"/>${chairs.join('')}<circle cx="${x}" cy="${y}" r="${r}" fill="#d9623f" filter="url(#cut)"/>${cloth.join('')}<circle cx="${x}" cy="${y}" r="${r - 70}" fill="#b8452f"/>${[200, 240, 280, 320, 0, 40, 80, 120, 160].map(plate).join('')}<circle cx="${x}" cy="${y}" r="118" fill="#2b3a52" filter="url(#cut)"/><circle cx="${x}" cy="${y}" r="98" fill="#f9efd9"/><path d="${wedge(x, y, 98, 200, 120)}" fill="#efdcb4"/><path d="M${x - 40} ${y - 14}q40-30 84 4M${x - 56} ${y + 22}q52-26 106 6" stroke="#dcc18a" stroke-width="7" fill="none" stroke-linecap="round"/>`,
      type: `${lettering(['The Table', 'We Set'], { x: 84, y: 200, size: 164, lead: 150, fill: '#fbe6cf', weight: 400, italic: true, soft: 100, wonk: 1 })}${lettering('RUVIMBO CHIKOMO', { x: 92, y: 1448, size: 33, fill: '#fbe6cf', face: 'Source Sans', weight: 600, track: 5 })}${colophon(862, 1386, 52, '#f2b84b')}`,
    })
  },
}

function ring(x: number, y: number, radius: number, seed: number): string {
  const chance = seeded(seed)
  const points: Point[] = Array.from({ length: 18 }, (_, i) => {
    const angle = (i / 18) * 2 * Math.PI
    const reach = radius * (0.97 + chance() * 0.06)
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 1.08]
  })
  return closed(points)
}

/** Draws courses of brick for a cover, complete at the bottom and incomplete towards the top. */
function bricks(): string {
  const chance = seeded(21)
  const colors = ['#b5523a', '#c4674a', '#a3452f', '#cd7a58']
  let out = ''
  for (let course = 0; course < 10; course++) {
    const length = 232 - course * 13 - chance() * 24
    for (let x = course % 2 ? -28 : 0; x < length; x += 60)
      out += `<rect x="${700 + Math.max(0, x)}" y="${1228 - course * 31}" width="${Math.min(56, x + 56)}" height="27" fill="${colors[Math.floor(chance() * 4)]}"/>`
  }
  return `<g filter="url(#near)">${out}<rect x="790" y="836" width="56" height="27" fill="#b5523a" transform="rotate(-11 818 850)"/></g>`
}

function wedge(x: number, y: number, r: number, from: number, sweep: number): string {
  const at = (degrees: number) => [n(x + r * Math.cos((degrees * Math.PI) / 180)), n(y + r * Math.sin((degrees * Math.PI) / 180))].join(' ')
  return `M${x} ${y}L${at(from)}A${r} ${r} 0 ${sweep > 180 ? 1 : 0} 1 ${at(from + sweep)}Z`
}
