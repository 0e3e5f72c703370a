import { type Program, programColors } from '#site/art/program-colors.ts'
import type { Frame, Motif } from '#tools/art/drawing/landscape.ts'
import { CREAM, LAMP } from '#tools/art/drawing/palette.ts'
import { mix, n, seeded } from '#tools/art/drawing/paper.ts'
import { basket, child, seated, woman } from '#tools/art/drawing/people.ts'
import { umbrellaThorn } from '#tools/art/drawing/trees.ts'

const c = programColors
const SUN = { fill: '#fff4d8', glow: '#f3b56b' }

export const programMotifs: Record<Program, Motif> = {
  /** Motif: a house with lit lamps, and two people on the bench beside it. */
  'relationship-coaching': {
    colors: c['relationship-coaching'],
    seed: 21,
    light: { dx: -196, dy: -352, radius: 84, ...SUN },
    stands: `<g fill="#3a1420">${umbrellaThorn(330, 16, 4.4, 12)}</g><path d="M-190 0V-190H170V0Z" fill="#46182a"/><path d="M-190 0V-190H-60V0Z" fill="#54202f"/><path d="M-240 -180L-126 -318H106L224 -180Z" fill="#32101d"/><path d="M-240 -180L-126 -318H-90L-190 -180Z" fill="#d98a5c"/><path d="M60 -300V-368H104V-300Z" fill="#32101d"/><path d="M-40 0V-128H26V0Z" fill="${LAMP}"/><path d="M-150 -132H-84V-72H-150ZM74 -132H136V-72H74Z" fill="#f8cf7f"/><path d="M-117 -132V-72M-150 -102H-84M105 -132V-72M74 -102H136" stroke="#46182a" stroke-width="7"/><path d="M-60 0H206V14H-60Z" fill="#2a0d18"/><g fill="#2a0d18"><path d="M222 -52H420V-38H222ZM236 -38V10H248V-38ZM396 -38V10H408V-38Z"/></g>${seated({ x: 274, y: -6, size: 0.86, coat: '#d5705a', skin: '#2e1512' })}${seated({ x: 378, y: -6, size: 0.86, coat: '#f1c79f', skin: '#3d1d17', flip: true })}`,
    over: ({ x, size }, at) =>
      `<linearGradient id="spill" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${LAMP}" stop-opacity=".42"/><stop offset="1" stop-color="${LAMP}" stop-opacity="0"/></linearGradient><path d="M${n(x - 40 * size)} ${n(at(x) + 12 * size)}H${n(x + 26 * size)}L${n(x - 60 * size)} ${n(at(x) + 280 * size)}H${n(x - 330 * size)}Z" fill="url(#spill)"/>`,
  },

  /** Motif: three women on their way to market, to work and to church. */
  'ladies-empowerment': {
    colors: c['ladies-empowerment'],
    seed: 33,
    light: { dx: 40, dy: -296, radius: 204, fill: '#f7c79a', glow: '#e58a8c' },
    stands: `${woman({ x: -230, size: 1.18, dress: '#f2b445', wrap: '#c0476a', trim: '#c0476a', load: basket('#8a4a34', '#d9533a') })}${woman({ x: 10, size: 1.3, dress: '#b8456f', wrap: '#2b6a72', trim: '#f2b445', skin: '#4d2a1e' })}${woman({ x: 250, size: 1.14, dress: '#2b6a72', wrap: '#f2b445', trim: '#f0c6c4', load: basket('#a8633a', '#6b9a5e') })}`,
  },

  /** Motif: men talking under an old tree, with a fire between them. */
  'gents-empowerment': {
    colors: c['gents-empowerment'],
    seed: 47,
    light: { dx: 390, dy: -250, radius: 88, ...SUN },
    stands: `<g fill="#132c27"><path d="M-150 20C-96 -20 -104 -150 -92 -232C-120 -300 -210 -330 -268 -396L-256 -404C-200 -350 -130 -330 -84 -296C-96 -360 -150 -420 -160 -476L-146 -480C-130 -420 -70 -370 -50 -316C-40 -380 -62 -440 -44 -520L-30 -518C-40 -450 -8 -390 -6 -322C20 -380 40 -440 84 -494L96 -486C66 -430 44 -370 40 -310C90 -340 150 -366 214 -372L216 -358C150 -350 110 -310 84 -232C98 -150 84 -20 150 20Z"/>${leaves(-262, -400, 84, 0)}${leaves(-152, -478, 92, 1)}${leaves(-36, -524, 96, 2)}${leaves(92, -492, 92, 3)}${leaves(214, -366, 80, 4)}${leaves(20, -440, 60, 5)}</g><path d="M-92 -232C-104 -150 -96 -20 -150 20H-96C-64 -40 -70 -150 -60 -250Z" fill="#3f6d58"/>
<g transform="translate(-330 0)"><ellipse cx="0" cy="2" rx="150" ry="26" fill="${LAMP}" opacity=".3"/><path d="M-28 0C-50 -40 -18 -60 -14 -104C14 -80 12 -60 20 -48C26 -60 26 -68 24 -78C46 -50 42 -20 28 0Z" fill="#f08a3c"/><path d="M-14 0C-24 -28 -2 -40 2 -64C18 -40 20 -20 14 0Z" fill="#fde3a0"/><path d="M-48 6L48 -6M-48 -6L48 6" stroke="#132c27" stroke-width="12" stroke-linecap="round"/></g>${seated({ x: -490, size: 1, coat: '#dbe0b4', skin: '#2c1a12' })}${seated({ x: -180, size: 1, coat: '#c08a4e', skin: '#38211a', flip: true })}${seated({ x: -90, size: 0.94, coat: '#6b9a6e', skin: '#2c1a12', flip: true })}`,
  },

  /** Motif: steps, each with a small light, up to a house that is never locked. */
  'spiritual-and-personal-development': {
    colors: c['spiritual-and-personal-development'],
    seed: 58,
    light: { dx: 124, dy: -352, radius: 62, fill: '#f6ecd2', glow: '#9db4e6' },
    sky: (frame, horizon) => stars(frame, horizon),
    stands: `<path d="M-74 0V-130H74V0Z" fill="#1a2447"/><path d="M-100 -122L0 -236L100 -122Z" fill="#111936"/><path d="M-100 -122L0 -236L-24 -122Z" fill="#7d8fc4"/><path d="M-26 0V-62A26 26 0 0 1 26 -62V0Z" fill="${LAMP}"/><circle cx="0" cy="-152" r="14" fill="#f8cf7f"/><g fill="#111936">${umbrellaThorn(270, 8, 3, 8)}${umbrellaThorn(-230, 6, 1.8, 4)}</g>`,
    over: ({ x, size, height, width }, at) =>
      Array.from({ length: 9 }, (_, i) => {
        const t = i / 8
        const [y, wide] = [at(x) + 26 * size + (height * 0.985 - at(x)) * t ** 1.5, (46 + 210 * t ** 1.25) * size]
        const cx = x + Math.sin(t * 3.6) * -width * (width > height ? 0.085 : 0.16) * t
        const lampX = cx + (i % 2 ? 1 : -1) * wide * 0.62
        const s = (0.25 + t * 0.9) * size
        return `<ellipse cx="${n(cx)}" cy="${n(y + 7 * s)}" rx="${n(wide / 2)}" ry="${n(wide * 0.085)}" fill="#0c132b"/><ellipse cx="${n(cx)}" cy="${n(y)}" rx="${n(wide / 2)}" ry="${n(wide * 0.08)}" fill="${mix('#8ea2d6', '#4a5f9c', t)}"/><circle cx="${n(lampX)}" cy="${n(y - 16 * s)}" r="${n(44 * s)}" fill="${LAMP}" opacity=".2"/><path d="M${n(lampX - 9 * s)} ${n(y)}h${n(18 * s)}v${n(-30 * s)}h${n(-18 * s)}z" fill="#f8cf7f"/><path d="M${n(lampX - 14 * s)} ${n(y - 30 * s)}h${n(28 * s)}l${n(-14 * s)} ${n(-14 * s)}z" fill="#111936"/>`
      }).join(''),
  },

  /** Motif: kites over the hill, each on its own string. */
  'teen-coaching': {
    colors: c['teen-coaching'],
    seed: 64,
    light: { dx: -430, dy: -210, radius: 96, ...SUN },
    stands: `<g fill="none" stroke="#e9f3e4" stroke-width="2.5" opacity=".8"><path d="M-222 -186C-216 -260 -190 -340 -130 -400M-4 -186C110 -236 190 -290 290 -350M226 -170C320 -250 390 -330 446 -410"/></g>${kite(-130, -400, 1.02, -14, ['#f2b445', '#e88a3c', '#fbdc94', '#d96a3a'])}${kite(290, -350, 0.86, 24, ['#e2705a', '#c24f4a', '#f2a58a', '#9c3a44'])}${kite(446, -410, 0.9, 10, ['#fbefd9', '#cbe6d8', '#ffffff', '#8fc9c0'])}${child({ x: -280, size: 1.06, shirt: '#f2b445', legs: '#0e333c', skin: '#3a2018' })}${child({ x: -62, size: 1.1, shirt: '#e2705a', legs: '#13404a', skin: '#4a2a1c' })}${child({ x: 166, size: 1.02, shirt: '#cbe6d8', legs: '#0e333c', skin: '#2f1a14' })}`,
  },

  /** Motif: hills of ruled paper, a pencil that stands like a tree, and flying pages. */
  'book-writing-coaching': {
    colors: c['book-writing-coaching'],
    seed: 75,
    light: { dx: 200, dy: -270, radius: 100, ...SUN },
    ridges: ['#c99f62', '#dcb97c', '#ecd3a0', '#f8e8c6'],
    ruled: '#a9814c',
    shade: '#2b1a0c',
    stands: `<g transform="rotate(5)"><path d="M-40 0V-430L0 -540L40 -430V0Z" fill="${LAMP}"/><path d="M-40 0V-430L-14 -440V0Z" fill="#f9d382"/><path d="M14 0V-440L40 -430V0Z" fill="#cc8626"/><path d="M-40 -426L0 -540L40 -426Q27 -446 14 -428Q0 -448 -14 -428Q-27 -446 -40 -426Z" fill="#f4deb8"/><path d="M-15 -498L0 -540L15 -498Q0 -490 -15 -498Z" fill="#3a2412"/></g>${paperBird(-186, -322, 1.45, -8)}${paperBird(316, -404, 1.2, 10)}${paperBird(-118, -460, 0.85, -16)}${paperBird(128, -462, 0.8, 4)}${paperBird(440, -296, 0.72, 12)}`,
  },
}

function leaves(x: number, y: number, r: number, seed: number): string {
  const chance = seeded(seed + 5)
  return Array.from(
    { length: 16 },
    () =>
      `<ellipse cx="${n(x + (chance() - 0.5) * r * 1.6)}" cy="${n(y + (chance() - 0.6) * r * 0.6)}" rx="${n(r * (0.12 + chance() * 0.2))}" ry="${n(r * (0.07 + chance() * 0.09))}"/>`,
  ).join('')
}

function stars({ width, height }: Frame, horizon: number): string {
  const chance = seeded(19)
  return `<g fill="${CREAM}">${Array.from({ length: Math.round((width * height) / 26_000) }, () => `<circle cx="${n(chance() * width)}" cy="${n(chance() * horizon * 0.9)}" r="${n(0.8 + chance() * 1.7)}" opacity="${n(0.2 + chance() * 0.7)}"/>`).join('')}</g>`
}

function kite(x: number, y: number, s: number, turn: number, [a, b, d, e]: [string, string, string, string]): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${s})"><path d="M0 84C30 130 -30 160 4 210S-20 270 10 310" fill="none" stroke="${d}" stroke-width="4"/><g fill="${a}"><path d="M2 140l-22-10 4 24zM2 140l20 12 2-24zM2 222l-22-6 6 22zM2 222l22 8-2-24z"/></g><path d="M0 -96L-66 -10H0Z" fill="${a}"/><path d="M0 -96L66 -10H0Z" fill="${b}"/><path d="M0 90L-66 -10H0Z" fill="${d}"/><path d="M0 90L66 -10H0Z" fill="${e}"/></g>`
}

function paperBird(x: number, y: number, s: number, turn: number): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${s})"><path d="M-70 -10L10 -2L-10 30Z" fill="#f3dcae"/><path d="M10 -2L-46 -84L-26 0Z" fill="#fffaf0"/><path d="M10 -2L24 -78L-16 2Z" fill="#e6c892"/><path d="M-10 30L10 -2L70 -22L56 -4Z" fill="#fdf3dc"/></g>`
}
