import { beard, earrings, face, glasses, headwrap, shortHair } from '#tools/art/drawing/face.ts'
import { n } from '#tools/art/drawing/paper.ts'
import { umbrellaThorn } from '#tools/art/drawing/trees.ts'
import { frame } from './covers/frame.ts'
import { savePictures } from './save-pictures.ts'

const SIZE = { width: 800, height: 1000 }

/** Draws portraits of the demonstration's authors, each before a ground from the author's books. */
export function makePortraits(only: string[]): Promise<void> {
  const drawings = Object.fromEntries(
    Object.entries(portraits).map(([slug, { ground, drawing, look }]) => [
      slug,
      () => frame({ ...SIZE, ground, drawing: drawing + face(look), type: '' }),
    ]),
  )
  return savePictures('authors', drawings, SIZE, only)
}

/** Portraits are also cropped to a square from their middle, so all important parts lie between 120 and 880. */
const portraits: Record<string, { ground: string; drawing: string; look: Parameters<typeof face>[0] }> = {
  'ruvimbo-chikomo': {
    ground: '#1b2542',
    drawing: `${[352, 322, 292, 262].map((r, i) => `<circle cx="400" cy="500" r="${r}" fill="${['#f0b450', '#c1703f', '#6b4659', '#232b4e'][i]}" filter="url(#cut)"/>`).join('')}<path d="M-10 800C160 760 300 800 420 790S700 750 810 784V1010H-10Z" fill="#141b33" filter="url(#cut)"/><path d="M-10 868C200 836 420 880 810 846V1010H-10Z" fill="#0f1528"/>`,
    look: {
      skin: '#8a5238',
      shade: '#6d3d2a',
      hair: '#1d1210',
      coat: '#2c6a69',
      dress: collar('#f0b450'),
      over: headwrap('#c1703f', '#8f4a2a') + earrings('#f0b450'),
    },
  },
  'chiedza-mapfumo': {
    ground: '#5b2450',
    drawing: `${Array.from({ length: 30 }, (_, i) => {
      const [x, y] = [(i % 5) * 180 + (Math.floor(i / 5) % 2) * 90 - 10, Math.floor(i / 5) * 180 + 30]
      return `<g transform="translate(${x} ${y})"><circle r="78" fill="#8c3c6c"/><circle r="56" fill="#e59a5c"/><circle r="34" fill="#5b2450"/><circle r="13" fill="#f6d9a8"/></g>`
    }).join(
      '',
    )}<circle cx="400" cy="490" r="318" fill="#3c1638" filter="url(#cut)"/><circle cx="400" cy="490" r="290" fill="none" stroke="#e59a5c" stroke-width="6" stroke-dasharray="5 17" stroke-linecap="round"/>`,
    look: {
      skin: '#74402f',
      shade: '#5a2f25',
      hair: '#170e0d',
      coat: '#e59a5c',
      behind: '<circle cx="400" cy="400" r="236" fill="#170e0d" filter="url(#near)"/>',
      dress: collar('#fbe6cf'),
      over: `<path d="M250 470C230 290 320 250 400 250C480 250 570 290 550 470C540 380 500 350 400 342C300 350 260 380 250 470Z" fill="#170e0d"/><path d="M520 300L640 214L652 228L536 320Z" fill="#f0b450" filter="url(#near)"/><path d="M640 214L664 196L652 228Z" fill="#fbe6cf"/>${earrings('#e59a5c')}`,
    },
  },
  'tapiwa-gumbo': {
    ground: '#e8c877',
    drawing: `<circle cx="560" cy="400" r="180" fill="#dd7a3a" filter="url(#near)"/>${Array.from({ length: 9 }, (_, i) => `<path d="M-20 ${660 + i * 46}C200 ${610 + i * 48} 520 ${590 + i * 50} 820 ${670 + i * 44}V1040H-20Z" fill="${['#6d8a52', '#54743f', '#8a6a38', '#456637', '#a07c42', '#3a5a33', '#7a5a30', '#2f4c2d', '#26402a'][i]}" filter="url(#near)"/>`).join('')}`,
    look: {
      skin: '#6b3f2c',
      shade: '#523022',
      hair: '#d8d0c2',
      coat: '#2f4c2d',
      dress: lapels('#24391f', '#f6ecd2'),
      over: `${beard('#d8d0c2')}${shortHair('#d8d0c2')}${glasses('#241a12')}`,
    },
  },
  'nomathemba-khumalo': {
    ground: '#c9dfd2',
    drawing: `${Array.from({ length: 13 }, (_, i) => `<path d="M-20 ${60 + i * 78}${Array.from({ length: 8 }, (_, k) => `q70 ${k % 2 ? 56 : -56} 140 0`).join('')}V1040H-20Z" fill="${['#9cc5bd', '#7fb3b0', '#62a0a3', '#478c94', '#337884', '#256674', '#1c5765', '#174b58', '#13414d', '#103944', '#0d323c', '#0b2c35', '#09262e'][i]}" transform="translate(${i % 2 ? -70 : 0} 0)" filter="url(#near)"/>`).join('')}<circle cx="628" cy="226" r="66" fill="#f2b445" filter="url(#near)"/>`,
    look: {
      skin: '#7d4a33',
      shade: '#603626',
      hair: '#1a1110',
      coat: '#fdf6e2',
      behind: '<circle cx="400" cy="190" r="92" fill="#1a1110" filter="url(#near)"/>',
      dress: lapels('#e3d6b8', '#256674'),
      over: `${shortHair('#1a1110')}<path d="M316 318Q330 260 356 226M372 308Q380 250 390 216M428 308Q420 250 412 216M484 318Q470 260 446 226" fill="none" stroke="#4b3229" stroke-width="7" stroke-linecap="round"/>${earrings('#f2b445')}`,
    },
  },
  'farai-mutendi': {
    ground: '#d9a24a',
    drawing: `<circle cx="400" cy="440" r="330" fill="#edca80"/><g fill="#1d4a3f" filter="url(#near)">${umbrellaThorn(640, 866, 2.3, 4)}${umbrellaThorn(150, 866, 1.3, 8)}</g><path d="M-20 860C180 826 360 856 480 846S700 820 820 850V1040H-20Z" fill="#17382f" filter="url(#cut)"/>${Array.from({ length: 12 }, (_, i) => `<path d="M${n(i * 74 - 30)} 960l37-44 37 44-37 44z" fill="${i % 2 ? '#2c5c4c' : '#d9a24a'}" opacity=".9"/>`).join('')}`,
    look: {
      skin: '#5f3726',
      shade: '#47271b',
      hair: '#140d0b',
      coat: '#7a3b2a',
      dress: lapels('#5d2a1d', '#edca80'),
      over: `${beard('#140d0b')}${shortHair('#140d0b')}`,
    },
  },
}

function collar(fill: string): string {
  return `<path d="M312 776Q400 900 488 776L506 790Q400 950 294 790Z" fill="${fill}"/>`
}

/** Draws the lapels of a jacket over a shirt. */
function lapels(jacket: string, shirt: string): string {
  return `<path d="M318 774L400 1000L482 774L470 760Q400 840 330 760Z" fill="${shirt}"/><path d="M318 774L252 850L400 1040L310 800ZM482 774L548 850L400 1040L490 800Z" fill="${jacket}" filter="url(#near)"/>`
}
