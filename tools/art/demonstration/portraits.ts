import { n } from '#tools/art/drawing/paper.ts'
import { umbrellaThorn } from '#tools/art/drawing/trees.ts'
import { frame, lettering } from './covers/frame.ts'
import { savePictures } from './save-pictures.ts'

const SIZE = { width: 800, height: 1000 }

/** Draws portraits for authors without a photograph, each with initials and an object from the author's table. */
export function makePortraits(only: string[]): Promise<void> {
  const drawings = Object.fromEntries(Object.entries(monograms).map(([slug, monogram]) => [slug, () => frame({ ...SIZE, ...monogram })]))
  return savePictures('authors', drawings, SIZE, only)
}

/** Portraits are also cropped to a square from their middle, so all important parts lie between 120 and 880. */
const monograms: Record<string, Parameters<typeof frame>[0]> = {
  'ruvimbo-chikomo': {
    ground: '#1b2542',
    drawing: `${[352, 322, 292, 262].map((r, i) => `<circle cx="400" cy="500" r="${r}" fill="${['#f0b450', '#c1703f', '#6b4659', '#232b4e'][i]}" filter="url(#cut)"/>`).join('')}<path d="M-10 800C160 760 300 800 420 790S700 750 810 784V1010H-10Z" fill="#141b33" filter="url(#cut)"/><path d="M-10 868C200 836 420 880 810 846V1010H-10Z" fill="#0f1528"/>`,
    type: initials('R', 'C', '#fff3d9', 480),
  },
  'chiedza-mapfumo': {
    ground: '#5b2450',
    drawing: `${Array.from({ length: 30 }, (_, i) => {
      const [x, y] = [(i % 5) * 180 + (Math.floor(i / 5) % 2) * 90 - 10, Math.floor(i / 5) * 180 + 30]
      return `<g transform="translate(${x} ${y})"><circle r="78" fill="#8c3c6c"/><circle r="56" fill="#e59a5c"/><circle r="34" fill="#5b2450"/><circle r="13" fill="#f6d9a8"/></g>`
    }).join(
      '',
    )}<circle cx="400" cy="490" r="318" fill="#3c1638" filter="url(#cut)"/><circle cx="400" cy="490" r="290" fill="none" stroke="#e59a5c" stroke-width="6" stroke-dasharray="5 17" stroke-linecap="round"/>`,
    type: initials('C', 'M', '#fbe6cf', 480, true),
  },
  'tapiwa-gumbo': {
    ground: '#e8c877',
    drawing: `<circle cx="560" cy="400" r="180" fill="#dd7a3a" filter="url(#near)"/>${Array.from({ length: 9 }, (_, i) => `<path d="M-20 ${660 + i * 46}C200 ${610 + i * 48} 520 ${590 + i * 50} 820 ${670 + i * 44}V1040H-20Z" fill="${['#6d8a52', '#54743f', '#8a6a38', '#456637', '#a07c42', '#3a5a33', '#7a5a30', '#2f4c2d', '#26402a'][i]}" filter="url(#near)"/>`).join('')}`,
    type: initials('T', 'G', '#26402a', 430),
  },
  'nomathemba-khumalo': {
    ground: '#c9dfd2',
    drawing: `${Array.from({ length: 13 }, (_, i) => `<path d="M-20 ${60 + i * 78}${Array.from({ length: 8 }, (_, k) => `q70 ${k % 2 ? 56 : -56} 140 0`).join('')}V1040H-20Z" fill="${['#9cc5bd', '#7fb3b0', '#62a0a3', '#478c94', '#337884', '#256674', '#1c5765', '#174b58', '#13414d', '#103944', '#0d323c', '#0b2c35', '#09262e'][i]}" transform="translate(${i % 2 ? -70 : 0} 0)" filter="url(#near)"/>`).join('')}<circle cx="628" cy="226" r="66" fill="#f2b445" filter="url(#near)"/>`,
    type: initials('N', 'K', '#fdf6e2', 470),
  },
  'farai-mutendi': {
    ground: '#d9a24a',
    drawing: `<circle cx="400" cy="440" r="330" fill="#edca80"/><g fill="#1d4a3f" filter="url(#near)">${umbrellaThorn(640, 866, 2.3, 4)}${umbrellaThorn(150, 866, 1.3, 8)}</g><path d="M-20 860C180 826 360 856 480 846S700 820 820 850V1040H-20Z" fill="#17382f" filter="url(#cut)"/>${Array.from({ length: 12 }, (_, i) => `<path d="M${n(i * 74 - 30)} 960l37-44 37 44-37 44z" fill="${i % 2 ? '#2c5c4c' : '#d9a24a'}" opacity=".9"/>`).join('')}`,
    type: initials('F', 'M', '#17382f', 440),
  },
}

/** Draws two capital letters that lean on each other, as an author's initials. */
function initials(first: string, second: string, fill: string, middle: number, italic = false): string {
  const size = italic ? 350 : 390
  const base = middle + size * 0.26 + 20
  return lettering(first + second, {
    x: 400 - size * 0.02,
    y: base,
    size,
    fill,
    weight: 420,
    anchor: 'middle',
    soft: 40,
    wonk: italic ? 1 : 0,
    italic,
    track: -size * 0.05,
  })
}
