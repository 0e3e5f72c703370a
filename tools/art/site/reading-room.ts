import { finish, gradient, n, ridge, seeded, stop } from '#tools/art/drawing/paper.ts'
import { umbrellaThorn } from '#tools/art/drawing/trees.ts'

type Room = {
  width: number
  height: number
  /** Top edges of the shelf boards, and their right end. */
  boards: number[]
  shelfEnd: number
  desk: number
  lamp: { x: number; size: number }
  lectern: { x: number; size: number }
  pile: { x: number; size: number }
  window: { x: number; y: number; width: number; height: number }
}

/**
 * Wide frame of the reading room. The lamp and the window are on the right; the shelves on the left are in half-darkness, behind the title.
 */
export const ROOM_WIDE: Room = {
  width: 2400,
  height: 1350,
  boards: [70, 350, 630, 910, 1190],
  shelfEnd: 1500,
  desk: 1080,
  lamp: { x: 1500, size: 1.25 },
  lectern: { x: 1905, size: 1.3 },
  pile: { x: 2230, size: 1.15 },
  window: { x: 1600, y: 170, width: 620, height: 800 },
}

/** Frame of the reading room on phones. */
export const ROOM_PHONE: Room = {
  width: 840,
  height: 560,
  boards: [40, 160, 280, 400],
  shelfEnd: 400,
  desk: 470,
  lamp: { x: 464, size: 0.62 },
  lectern: { x: 640, size: 0.64 },
  pile: { x: 776, size: 0.46 },
  window: { x: 505, y: 120, width: 250, height: 310 },
}

/** Frame of the reading room on a card: the lamp and the open book. */
export const ROOM_CARD: Room = {
  width: 800,
  height: 480,
  boards: [20, 130, 240, 350],
  shelfEnd: 300,
  desk: 400,
  lamp: { x: 268, size: 0.62 },
  lectern: { x: 470, size: 0.7 },
  pile: { x: 676, size: 0.5 },
  window: { x: 330, y: 50, width: 270, height: 310 },
}

const SPINES = [
  '#273656',
  '#314468',
  '#3b4a6b',
  '#44405f',
  '#5a4660',
  '#6f4c52',
  '#8a5a48',
  '#2c4a5a',
  '#3f5f63',
  '#a9733f',
  '#c9a070',
  '#d9c7a2',
]

/** Draws a row of books on a shelf board: upright books, with occasional leaning books, gaps and piles. */
function row(left: number, right: number, board: number, tall: number, seed: number): string {
  const chance = seeded(seed)
  let out = ''
  for (let x = left; x < right; ) {
    const thick = 20 + chance() * 34
    const height = tall * (0.68 + chance() * 0.3)
    const color = SPINES[Math.floor(chance() ** 1.5 * SPINES.length)] as string
    const kind = chance()
    if (kind < 0.05) {
      x += 40 + chance() * 50
      continue
    }
    if (kind < 0.11) {
      let y = board
      for (let i = 0; i < 3; i++) {
        const deep = 20 + chance() * 14
        y -= deep
        out += `<rect x="${n(x + chance() * 14)}" y="${n(y)}" width="${n(tall * 0.62)}" height="${n(deep - 1.5)}" fill="${SPINES[Math.floor(chance() * 9)]}"/>`
      }
      x += tall * 0.62 + 22
      continue
    }
    const lean = kind > 0.93 ? -9 : 0
    if (lean) x += height * 0.17
    const mark =
      chance() < 0.6
        ? `<rect x="${n(x + thick * 0.2)}" y="${n(board - height * (0.78 + chance() * 0.1))}" width="${n(thick * 0.6)}" height="${n(3 + chance() * 5)}" fill="#f1d9a6" opacity=".5"/>`
        : ''
    const band =
      chance() < 0.3
        ? `<rect x="${n(x)}" y="${n(board - height * 0.22)}" width="${n(thick)}" height="${n(height * 0.07)}" fill="#0f1626" opacity=".3"/>`
        : ''
    const turn = lean ? ` transform="rotate(${lean} ${n(x)} ${board})"` : ''
    out += `<g${turn}><rect x="${n(x)}" y="${n(board - height)}" width="${n(thick - 1.5)}" height="${n(height)}" rx="2.5" fill="${color}"/><rect x="${n(x)}" y="${n(board - height)}" width="4" height="${n(height)}" fill="#0b101d" opacity=".28"/>${mark}${band}</g>`
    x += thick
  }
  return out
}

function shelves(room: Room): string {
  const gap = (room.boards[1] as number) - (room.boards[0] as number)
  const rows = room.boards.map(
    (board, i) =>
      `<rect x="-99" y="${board - gap + 20}" width="${room.shelfEnd + 99}" height="${gap - 20}" fill="url(#recess)"/>${row(-60, room.shelfEnd - 26, board, gap * 0.86, 60 + i * 13)}<rect x="-99" y="${board}" width="${room.shelfEnd + 99}" height="20" fill="#3a3348"/><rect x="-99" y="${board}" width="${room.shelfEnd + 99}" height="3" fill="#8a6650" opacity=".7"/><rect x="-99" y="${board + 20}" width="${room.shelfEnd + 99}" height="34" fill="url(#under)"/>`,
  )
  return `${rows.join('')}<rect x="${room.shelfEnd - 22}" y="0" width="30" height="${room.height}" fill="#2b2a40"/><rect x="${room.shelfEnd + 8}" y="0" width="26" height="${room.height}" fill="url(#side)"/>`
}

/** Draws a window with night over the hills, seen from inside through an arched frame whose depth is a second sheet of paper. */
function nightWindow({ x, y, width: w, height: h }: Room['window']): string {
  const arch = (inset: number) => {
    const [l, r, t, b] = [x + inset, x + w - inset, y + inset, y + h - inset]
    const radius = (r - l) / 2
    return `M${n(l)} ${n(b)}V${n(t + radius)}A${n(radius)} ${n(radius)} 0 0 1 ${n(r)} ${n(t + radius)}V${n(b)}Z`
  }
  const hill = (base: number, seed: number) => ridge({ width: w, floor: h, base, rise: 26, seed })
  const [far, mid, near] = [hill(h * 0.66, 5), hill(h * 0.76, 9), hill(h * 0.87, 14)]
  const stars = seeded(8)
  const sky = Array.from(
    { length: 34 },
    () =>
      `<circle cx="${n(x + stars() * w)}" cy="${n(y + stars() * h * 0.55)}" r="${n(0.8 + stars() * 1.7)}" fill="#fff3d6" opacity="${n(0.3 + stars() * 0.6)}"/>`,
  ).join('')
  const bar = (d: string) =>
    `<path d="${d}" stroke="#4a4057" stroke-width="15" fill="none"/><path d="${d}" stroke="#c58d5f" stroke-width="2" fill="none" opacity=".5" transform="translate(-7 0)"/>`
  return `<clipPath id="pane"><path d="${arch(34)}"/></clipPath>
<path d="${arch(-16)}" fill="#0b101d" opacity=".45" filter="url(#lift)"/><path d="${arch(0)}" fill="#4a4057"/><path d="${arch(0)}" fill="none" stroke="#c58d5f" stroke-width="3" opacity=".55"/><path d="${arch(20)}" fill="#2a2a42"/>
<g clip-path="url(#pane)"><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="url(#night)"/>${sky}<path d="M${n(x + w * 0.68)} ${n(y + h * 0.3)}a52 52 0 1 1 -48 74a46 46 0 1 0 48 -74Z" fill="#f6ecd2"/>
<g transform="translate(${x} ${y})"><path d="${far.area}" fill="#34466c"/><path d="${mid.area}" fill="#263559"/><g fill="#1a2642"><path d="${near.area}"/>${umbrellaThorn(w * 0.27, near.at(w * 0.27) + 4, 2, 4)}</g></g></g>
${bar(`M${n(x + w / 2)} ${y + 34}V${y + h - 34}`)}${bar(`M${x + 34} ${n(y + h * 0.42)}H${x + w - 34}`)}${bar(`M${x + 34} ${n(y + h * 0.72)}H${x + w - 34}`)}
<rect x="${x - 44}" y="${y + h - 8}" width="${w + 88}" height="34" fill="#544860"/><rect x="${x - 44}" y="${y + h - 8}" width="${w + 88}" height="4" fill="#d69a66" opacity=".7"/>`
}

const onDesk = (x: number, y: number, size: number, inner: string) =>
  `<g transform="translate(${n(x)} ${n(y)}) scale(${size})">${inner}</g>`

const LAMP = `<ellipse cx="0" cy="2" rx="96" ry="9" fill="#05080f" opacity=".5"/><path d="M-62 0Q-58 -22 0 -24Q58 -22 62 0Z" fill="#8a5a34"/><path d="M-9 -20L-6 -190H6L9 -20Z" fill="#a8703c"/><path d="M-6 -190V-20H-9Z" fill="#e9b46a"/>
<path d="M-66 -330H66L128 -178Q0 -156 -128 -178Z" fill="#f0b24f"/><path d="M-66 -330H-10L-30 -168Q-90 -170 -128 -178Z" fill="#ffd489"/><path d="M66 -330L128 -178Q100 -170 66 -167L34 -330Z" fill="#d88f36"/><ellipse cx="0" cy="-174" rx="126" ry="14" fill="#fff2cf"/><path d="M-66 -330H66" stroke="#fff0c8" stroke-width="4"/>`

const LECTERN = `<ellipse cx="0" cy="2" rx="120" ry="10" fill="#05080f" opacity=".5"/><path d="M-84 0Q-80 -20 -30 -26H30Q80 -20 84 0Z" fill="#4d3a3f"/><path d="M-22 -24L-13 -150H13L22 -24Z" fill="#5d4544"/><path d="M-22 -24L-13 -150H-5L-9 -24Z" fill="#a5714f"/>
<path d="M-190 -206L0 -132L190 -206L176 -172L0 -100L-176 -172Z" fill="#3a2d38"/><path d="M-200 -300L0 -236V-134L-200 -210Z" fill="#e8c88f"/><path d="M200 -300L0 -236V-134L200 -210Z" fill="#c99a63"/>
<path d="M-190 -316Q-90 -322 0 -250V-142Q-90 -208 -190 -222Z" fill="#fdf1d6"/><path d="M190 -316Q90 -322 0 -250V-142Q90 -208 190 -222Z" fill="#efd5a6"/><path d="M0 -250V-142" stroke="#a3734a" stroke-width="3"/>
${[0, 1, 2, 3].map((i) => `<path d="M-168 ${-296 + i * 21}Q-92 ${-296 + i * 21} -26 ${-246 + i * 24}" fill="none" stroke="#c9a06c" stroke-width="4" stroke-linecap="round"/><path d="M168 ${-296 + i * 21}Q92 ${-296 + i * 21} 26 ${-246 + i * 24}" fill="none" stroke="#bd8f5a" stroke-width="4" stroke-linecap="round"/>`).join('')}`

const lying = (color: string, x: number, y: number, width: number, height: number) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height - 2}" rx="4" fill="${color}"/><rect x="${x}" y="${y}" width="${width}" height="3" fill="#ffe0a8" opacity=".5"/><rect x="${x + 18}" y="${y}" width="7" height="${height - 2}" fill="#f1d9a6" opacity=".45"/>`

const PILE = `<ellipse cx="0" cy="2" rx="130" ry="9" fill="#05080f" opacity=".5"/>${lying('#7b4a47', -112, -44, 214, 44)}${lying('#c9a070', -96, -76, 196, 32)}${lying('#3f5f63', -104, -122, 206, 46)}${lying('#a9733f', -84, -152, 168, 30)}`

export function readingRoom(room: Room): string {
  const { width: w, height: h, desk, lamp, lectern, pile } = room
  const { defs, veil } = finish(w, h)
  const [glowX, glowY] = [lamp.x, desk - 200 * lamp.size]
  const reach = Math.max(w, h) * 0.5
  const all = `x="-99" width="${w + 198}" height="${h}"`
  const radial = (id: string, r: number, stops: string) =>
    `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(glowX)}" cy="${n(glowY)}" r="${n(r)}">${stops}</radialGradient>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-80 0 ${w + 160} ${h}" width="${w + 160}" height="${h}"><defs>${defs}
${gradient('wall', [stop(0, '#1b2440'), stop(1, '#2c2c48')])}${gradient('recess', [stop(0, '#0e1424'), stop(1, '#1a2138')])}${gradient(
  'under',
  [stop(0, '#060a14', 0.6), stop(1, '#060a14', 0)],
)}${gradient('side', [stop(0, '#060a14', 0.55), stop(1, '#060a14', 0)], 'x1="0" x2="1" y1="0" y2="0"')}${gradient('night', [
  stop(0, '#131d38'),
  stop(0.6, '#2f4a78'),
  stop(1, '#6d86a8'),
])}${gradient('desk', [stop(0, '#5b4045'), stop(0.12, '#3d3040'), stop(1, '#161b2b')])}
${radial('light', reach, '<stop offset="0" stop-color="#ffdf9c" stop-opacity=".95"/><stop offset=".1" stop-color="#ffc467" stop-opacity=".5"/><stop offset=".34" stop-color="#d9863f" stop-opacity=".24"/><stop offset=".7" stop-color="#8a4a3a" stop-opacity=".08"/><stop offset="1" stop-color="#402a3a" stop-opacity="0"/>')}
${radial('dark', Math.max(w, h) * 0.62, '<stop offset=".1" stop-color="#0d1424" stop-opacity="0"/><stop offset=".45" stop-color="#0d1424" stop-opacity=".52"/><stop offset="1" stop-color="#0d1424" stop-opacity=".88"/>')}</defs>
<rect ${all} fill="url(#wall)"/>${nightWindow(room.window)}${shelves(room)}<rect ${all} fill="url(#dark)"/>
<rect x="-99" y="${desk - 14}" width="${w + 198}" height="60" fill="#05080f" opacity=".5" filter="url(#lift)"/><rect x="-99" y="${desk}" width="${w + 198}" height="${h - desk}" fill="url(#desk)"/><rect x="-99" y="${desk}" width="${w + 198}" height="4" fill="#e0a066" opacity=".6"/>
${onDesk(pile.x, desk + 26, pile.size, PILE)}${onDesk(lectern.x, desk + 34, lectern.size, LECTERN)}${onDesk(lamp.x, desk + 30, lamp.size, LAMP)}
<rect ${all} fill="url(#light)" style="mix-blend-mode:screen"/>${veil}</svg>`
}
