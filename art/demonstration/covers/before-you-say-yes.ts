import { n, seeded } from '#art/drawing/paper.ts'
import { colophon, frame } from './frame.ts'
import { byline, lettering } from './lettering.ts'

/** The ring came in a box of chips. */
export function beforeYouSayYes(): string {
  const chance = seeded(9)
  const chip = (x: number, top: number, turn: number, i: number) =>
    `<g transform="rotate(${n(turn)} ${x} 1100)" filter="url(#near)"><rect x="${x - 30}" y="${top}" width="60" height="${1140 - top}" rx="7" fill="${['#f0bf4c', '#e9ad38', '#f5cd68'][i % 3]}"/><path d="M${x + 12} ${top + 4}h14v${1100 - top}h-14z" fill="#cf8f28" opacity=".55"/><path d="M${x - 30} ${top + 6}q30-14 60 0v10h-60z" fill="#d99a33" opacity=".6"/></g>`
  const back = Array.from({ length: 9 }, (_, i) => chip(300 + i * 50, 760 + chance() * 120, (i - 4) * 3.4 + chance() * 4, i))
  const front = Array.from({ length: 8 }, (_, i) => chip(318 + i * 52, 880 + chance() * 90, (i - 3.5) * 2.8 - chance() * 5, i + 1))
  const stripes = Array.from({ length: 9 }, (_, i) => `<path d="M${258 + i * 54} 1010h27l${-8 + i * 1.6} 400h-27z" fill="#d2452f"/>`).join(
    '',
  )
  const ring = `<g transform="translate(512 700) rotate(-12)" filter="url(#cut)"><circle r="86" fill="none" stroke="#d99a2b" stroke-width="24"/><circle r="94" fill="none" stroke="#f9dd8d" stroke-width="5"/><path d="M-46-100L0-172L46-100L0-62Z" fill="#f4fbff"/><path d="M-46-100H46L0-62Z" fill="#a9d3e6"/><path d="M-18-100L0-172L18-100L0-62Z" fill="#d8eef7"/></g><path d="M640 560l10 34 34 10-34 10-10 34-10-34-34-10 34-10zM386 600l7 24 24 7-24 7-7 24-7-24-24-7 24-7z" fill="#fff8e2"/>`
  return frame({
    ground: '#9fc4c0',
    defs: '<clipPath id="box"><path d="M216 1000Q500 1090 784 1000L728 1392H272Z"/></clipPath>',
    drawing: `<path d="M-10 1262H1010V1520H-10Z" fill="#7fa9a6"/><g transform="translate(0 -46)"><ellipse cx="500" cy="1394" rx="330" ry="26" fill="#44706f" opacity=".5"/>${back.join('')}${ring}${front.join('')}<g filter="url(#cut)"><path d="M216 1000Q500 1090 784 1000L728 1392H272Z" fill="#fbf1dc"/></g><g clip-path="url(#box)">${stripes}<path d="M272 1392L216 1000h60l20 392z" fill="#7c1f1c" opacity=".16"/></g></g>`,
    type: `${lettering('Before you say', { x: 500, y: 160, size: 92, fill: '#1f4548', weight: 460, anchor: 'middle', soft: 60 })}${lettering('Yes', { x: 492, y: 440, size: 312, fill: '#fdf6e4', weight: 640, italic: true, anchor: 'middle', soft: 100, wonk: 1 })}${byline('Nomathemba Khumalo', { x: 74, y: 1448, fill: '#173b3d' })}${colophon(876, 1402, 52, '#173b3d')}`,
  })
}
