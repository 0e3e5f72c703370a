import { n, seeded } from '#art/drawing/paper.ts'
import { colophon, frame } from './frame.ts'
import { byline, lettering } from './lettering.ts'

/** The river from above the bank, stones across it, and three who go over with what they can carry. */
export function crossingBeforeRain(): string {
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
}
