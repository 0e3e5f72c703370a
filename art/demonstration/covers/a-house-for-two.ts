import { seeded } from '#art/drawing/paper.ts'
import { colophon, frame } from './frame.ts'
import { byline, lettering } from './lettering.ts'

/** A house cut open: four rooms lived in, the fifth still bricks in the air. */
export function aHouseForTwo(): string {
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
}

/** Courses of brick, whole at the foot and missing towards the top. */
function bricks(): string {
  const chance = seeded(21)
  const colours = ['#b5523a', '#c4674a', '#a3452f', '#cd7a58']
  let out = ''
  for (let course = 0; course < 10; course++) {
    const length = 232 - course * 13 - chance() * 24
    for (let x = course % 2 ? -28 : 0; x < length; x += 60)
      out += `<rect x="${700 + Math.max(0, x)}" y="${1228 - course * 31}" width="${Math.min(56, x + 56)}" height="27" fill="${colours[Math.floor(chance() * 4)]}"/>`
  }
  return `<g filter="url(#near)">${out}<rect x="790" y="836" width="56" height="27" fill="#b5523a" transform="rotate(-11 818 850)"/></g>`
}
