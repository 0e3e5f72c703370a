import { colophon, frame } from './frame.ts'
import { byline, lettering } from './lettering.ts'

/** Four things said at once, each louder than the one under it. */
export function whoToldYouThat(): string {
  const bubble = (x: number, y: number, rx: number, ry: number, fill: string, tail: string) =>
    `<g filter="url(#cut)"><path d="M${x - rx} ${y}C${x - rx} ${y - ry * 1.3} ${x + rx * 0.96} ${y - ry * 1.34} ${x + rx} ${y - ry * 0.06}C${x + rx * 1.02} ${y + ry * 1.3} ${x - rx * 0.98} ${y + ry * 1.32} ${x - rx} ${y}Z" fill="${fill}"/><path d="${tail}" fill="${fill}"/></g>`
  return frame({
    ground: '#f4ead6',
    drawing: `<path d="M-10 -10H1010V520Q700 430 400 560T-10 600Z" fill="#f7d9a4"/><path d="M-10 1120Q300 1020 560 1130T1010 1090V1510H-10Z" fill="#d8e4d6"/>
${bubble(378, 300, 350, 196, '#1f5b66', 'M150 420L70 590L300 470Z')}${bubble(600, 600, 340, 176, '#e2623f', 'M820 700L950 850L700 750Z')}${bubble(360, 886, 310, 168, '#f0b03a', 'M170 980L80 1120L300 1030Z')}${bubble(590, 1160, 360, 178, '#5b3a72', 'M420 1290L330 1420L560 1320Z')}
<g fill="#f7d9a4"><circle cx="822" cy="250" r="20"/><circle cx="880" cy="210" r="12"/></g><g fill="#1f5b66"><circle cx="806" cy="930" r="22"/><circle cx="868" cy="894" r="13"/><circle cx="906" cy="862" r="8"/></g><g fill="#e2623f"><circle cx="140" cy="1240" r="18"/><circle cx="100" cy="1196" r="10"/></g>`,
    type: `${lettering('Who', { x: 372, y: 366, size: 236, fill: '#fdf3de', weight: 800, anchor: 'middle', soft: 100, turn: -3 })}${lettering('told', { x: 598, y: 660, size: 214, fill: '#fdf3de', weight: 800, anchor: 'middle', soft: 100, turn: 3 })}${lettering('you', { x: 356, y: 930, size: 196, fill: '#3a2440', weight: 800, anchor: 'middle', soft: 100, turn: -4 })}${lettering('that?', { x: 590, y: 1228, size: 226, fill: '#fdf3de', weight: 800, anchor: 'middle', soft: 100, turn: 2 })}${byline('Nomathemba Khumalo', { x: 930, y: 1448, fill: '#1f4a50', anchor: 'end' })}${colophon(72, 1400, 52, '#5b3a72')}`,
  })
}
