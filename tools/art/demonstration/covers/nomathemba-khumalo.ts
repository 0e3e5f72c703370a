import { n, seeded } from '#tools/art/drawing/paper.ts'
import { byline, colophon, frame, lettering } from './frame.ts'

/** Covers of the books by Nomathemba Khumalo. */
export const nomathembaKhumalo = {
  /** Cover: an engagement ring in a box of chips. */
  'before-you-say-yes': () => {
    const chance = seeded(9)
    const chip = (x: number, top: number, turn: number, i: number) =>
      `<g transform="rotate(${n(turn)} ${x} 1100)" filter="url(#near)"><rect x="${x - 30}" y="${top}" width="60" height="${1140 - top}" rx="7" fill="${['#f0bf4c', '#e9ad38', '#f5cd68'][i % 3]}"/><path d="M${x + 12} ${top + 4}h14v${1100 - top}h-14z" fill="#cf8f28" opacity=".55"/><path d="M${x - 30} ${top + 6}q30-14 60 0v10h-60z" fill="#d99a33" opacity=".6"/></g>`
    const back = Array.from({ length: 9 }, (_, i) => chip(300 + i * 50, 760 + chance() * 120, (i - 4) * 3.4 + chance() * 4, i))
    const front = Array.from({ length: 8 }, (_, i) => chip(318 + i * 52, 880 + chance() * 90, (i - 3.5) * 2.8 - chance() * 5, i + 1))
    const stripes = Array.from(
      { length: 9 },
      (_, i) => `<path d="M${258 + i * 54} 1010h27l${-8 + i * 1.6} 400h-27z" fill="#d2452f"/>`,
    ).join('')
    const ring = `<g transform="translate(512 700) rotate(-12)" filter="url(#cut)"><circle r="86" fill="none" stroke="#d99a2b" stroke-width="24"/><circle r="94" fill="none" stroke="#f9dd8d" stroke-width="5"/><path d="M-46-100L0-172L46-100L0-62Z" fill="#f4fbff"/><path d="M-46-100H46L0-62Z" fill="#a9d3e6"/><path d="M-18-100L0-172L18-100L0-62Z" fill="#d8eef7"/></g><path d="M640 560l10 34 34 10-34 10-10 34-10-34-34-10 34-10zM386 600l7 24 24 7-24 7-7 24-7-24-24-7 24-7z" fill="#fff8e2"/>`
    return frame({
      ground: '#9fc4c0',
      defs: '<clipPath id="box"><path d="M216 1000Q500 1090 784 1000L728 1392H272Z"/></clipPath>',
      drawing: `<path d="M-10 1262H1010V1520H-10Z" fill="#7fa9a6"/><g transform="translate(0 -46)"><ellipse cx="500" cy="1394" rx="330" ry="26" fill="#44706f" opacity=".5"/>${back.join('')}${ring}${front.join('')}<g filter="url(#cut)"><path d="M216 1000Q500 1090 784 1000L728 1392H272Z" fill="#fbf1dc"/></g><g clip-path="url(#box)">${stripes}<path d="M272 1392L216 1000h60l20 392z" fill="#7c1f1c" opacity=".16"/></g></g>`,
      type: `${lettering('Before you say', { x: 500, y: 160, size: 92, fill: '#1f4548', weight: 460, anchor: 'middle', soft: 60 })}${lettering('Yes', { x: 492, y: 440, size: 312, fill: '#fdf6e4', weight: 640, italic: true, anchor: 'middle', soft: 100, wonk: 1 })}${byline('Nomathemba Khumalo', { x: 74, y: 1448, fill: '#173b3d' })}${colophon(876, 1402, 52, '#173b3d')}`,
    })
  },

  /** Cover: the river from above the bank, with stepping stones, and three people who cross with their belongings. */
  'crossing-before-rain': () => {
    const chance = seeded(12)
    const rain = Array.from({ length: 70 }, () => {
      const [x, y, l] = [360 + chance() * 700, 300 + chance() * 330, 34 + chance() * 70]
      return `M${n(x)} ${n(y)}l${n(-l * 0.32)} ${n(l)}`
    }).join('')
    const cloud = (x: number, y: number, s: number, fill: string) =>
      `<path d="M-260 60C-330 60-340-30-262-40C-262-120-150-150-104-86C-70-170 80-170 106-78C190-120 270-40 226 24C260 60 210 66 190 60Z" transform="translate(${x} ${y}) scale(${s})" fill="${fill}" filter="url(#cut)"/>`
    const walker = (x: number, y: number, s: number, load: string) =>
      `<g transform="translate(${x} ${y}) scale(${s})"><path d="M-13 60L-22 150H-6L2 84L14 148H30L18 60Z" fill="#17262f"/><path d="M-24-10Q0-26 24-10L22 70H-20Z" fill="${load}"/><path d="M-22-6L-38-86L-28-90L-8-14ZM22-6L38-86L28-90L8-14Z" fill="#4a2d22"/><circle cx="0" cy="-40" r="21" fill="#4a2d22"/><rect x="-56" y="-130" width="112" height="46" rx="20" fill="#f2e2bd"/><path d="M-18-130v46M20-130v46" stroke="${load}" stroke-width="7"/></g>`
    const stone = (x: number, y: number, rx: number) =>
      `<ellipse cx="${x}" cy="${y + 9}" rx="${rx * 1.12}" ry="${rx * 0.4}" fill="#e7f0e4" opacity=".55"/><ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${rx * 0.34}" fill="#3c4a4c"/><ellipse cx="${x - rx * 0.08}" cy="${y - rx * 0.08}" rx="${rx * 0.86}" ry="${rx * 0.22}" fill="#66777a"/>`
    const bands = [
      ['#4f8488', 880],
      ['#6fa19c', 960],
      ['#93bcae', 1046],
    ] as const
    return frame({
      ground: '#1c3a45',
      drawing: `${cloud(760, 250, 1.25, '#2b5260')}<path d="${rain}" stroke="#a9cfcb" stroke-width="4" opacity=".65"/>${cloud(960, 190, 1.1, '#3a6470')}${cloud(480, 330, 0.62, '#335c69')}
<path d="M-10 770C120 700 240 752 380 742S640 690 760 730S930 712 1010 690V900H-10Z" fill="#2c5a58" filter="url(#cut)"/><path d="M-10 836C200 770 420 838 560 820S860 790 1010 812V1000H-10Z" fill="#3f6f5e" filter="url(#cut)"/>
${bands.map(([fill, y], i) => `<path d="M-10 ${y}C140 ${y - 26} 280 ${y + 34} 460 ${y + 8}S800 ${y - 30 + i * 14} 1010 ${y + 10}V1520H-10Z" fill="${fill}" filter="url(#near)"/>`).join('')}
<path d="M60 1010q40-14 80 0t80 0M640 940q40-14 80 0t80 0M700 1090q44-14 88 0t88 0M330 930q30-12 60 0t60 0" stroke="#d9ece2" stroke-width="6" fill="none" stroke-linecap="round" opacity=".7"/>
${stone(820, 920, 50)}${stone(700, 972, 60)}${stone(560, 1030, 72)}${stone(390, 1098, 84)}${walker(822, 806, 0.72, '#c8553d')}${walker(704, 826, 0.86, '#e2a33c')}${walker(566, 862, 1.04, '#d9d3b4')}
<path d="M-10 1150C120 1120 240 1158 400 1190S760 1270 1010 1210V1520H-10Z" fill="#e6d3a3" filter="url(#cut)"/><path d="M-10 1290C200 1250 380 1330 620 1350S900 1340 1010 1310V1520H-10Z" fill="#d3b57c" filter="url(#cut)"/><path d="M96 1196q6-70-22-104q38 30 36 104zM116 1200q14-60 52-84q-30 40-34 86zM84 1196q-10-50-44-66q26 30 28 66z" fill="#4d6b4a"/>`,
      type: `${lettering(['Crossing', 'Before', 'Rain'], { x: 78, y: 206, size: 160, lead: 148, fill: '#f6ecd2', weight: 500, soft: 40 })}${byline('Nomathemba Khumalo', { x: 84, y: 1438, fill: '#1c3a45' })}${colophon(864, 1394, 52, '#1c3a45')}`,
    })
  },

  /** Cover: four speech bubbles over each other, each louder than the one below. */
  'who-told-you-that': () => {
    const bubble = (x: number, y: number, rx: number, ry: number, fill: string, tail: string) =>
      `<g filter="url(#cut)"><path d="M${x - rx} ${y}C${x - rx} ${y - ry * 1.3} ${x + rx * 0.96} ${y - ry * 1.34} ${x + rx} ${y - ry * 0.06}C${x + rx * 1.02} ${y + ry * 1.3} ${x - rx * 0.98} ${y + ry * 1.32} ${x - rx} ${y}Z" fill="${fill}"/><path d="${tail}" fill="${fill}"/></g>`
    return frame({
      ground: '#f4ead6',
      drawing: `<path d="M-10 -10H1010V520Q700 430 400 560T-10 600Z" fill="#f7d9a4"/><path d="M-10 1120Q300 1020 560 1130T1010 1090V1510H-10Z" fill="#d8e4d6"/>
${bubble(378, 300, 350, 196, '#1f5b66', 'M150 420L70 590L300 470Z')}${bubble(600, 600, 340, 176, '#e2623f', 'M820 700L950 850L700 750Z')}${bubble(360, 886, 310, 168, '#f0b03a', 'M170 980L80 1120L300 1030Z')}${bubble(590, 1160, 360, 178, '#5b3a72', 'M420 1290L330 1420L560 1320Z')}
<g fill="#f7d9a4"><circle cx="822" cy="250" r="20"/><circle cx="880" cy="210" r="12"/></g><g fill="#1f5b66"><circle cx="806" cy="930" r="22"/><circle cx="868" cy="894" r="13"/><circle cx="906" cy="862" r="8"/></g><g fill="#e2623f"><circle cx="140" cy="1240" r="18"/><circle cx="100" cy="1196" r="10"/></g>`,
      type: `${lettering('Who', { x: 372, y: 366, size: 236, fill: '#fdf3de', weight: 800, anchor: 'middle', soft: 100, turn: -3 })}${lettering('told', { x: 598, y: 660, size: 214, fill: '#fdf3de', weight: 800, anchor: 'middle', soft: 100, turn: 3 })}${lettering('you', { x: 356, y: 930, size: 196, fill: '#3a2440', weight: 800, anchor: 'middle', soft: 100, turn: -4 })}${lettering('that?', { x: 590, y: 1228, size: 226, fill: '#fdf3de', weight: 800, anchor: 'middle', soft: 100, turn: 2 })}${byline('Nomathemba Khumalo', { x: 930, y: 1448, fill: '#1f4a50', anchor: 'end' })}${colophon(72, 1400, 52, '#5b3a72')}`,
    })
  },
}
