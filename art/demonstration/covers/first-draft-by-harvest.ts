import { colophon, frame } from './frame.ts'
import { lettering } from './lettering.ts'

/** A pencil has been planted and has come up maize; its rows are the lines of an exercise book. */
export function firstDraftByHarvest(): string {
  const rules = Array.from({ length: 18 }, (_, i) => `<path d="M-10 ${118 + i * 66}h1020" stroke="#9db7c4" stroke-width="3"/>`).join('')
  const leaf = (x: number, y: number, reach: number, rise: number, fill: string, vein: string) =>
    `<g filter="url(#near)"><path d="M${x} ${y}C${x + reach * 0.2} ${y - rise * 1.3} ${x + reach * 0.7} ${y - rise * 1.25} ${x + reach} ${y + rise * 0.16}C${x + reach * 0.66} ${y - rise * 0.62} ${x + reach * 0.3} ${y - rise * 0.3} ${x} ${y + 74}Z" fill="${fill}"/><path d="M${x} ${y + 30}C${x + reach * 0.26} ${y - rise * 0.86} ${x + reach * 0.66} ${y - rise * 0.92} ${x + reach} ${y + rise * 0.16}" stroke="${vein}" stroke-width="5" fill="none"/></g>`
  const cob = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})" filter="url(#near)"><path d="M-44 60C-64-40-40-150 0-176C40-150 64-40 44 60Z" fill="#f2b836"/>${Array.from({ length: 8 }, (_, r) => `<path d="M-46 ${36 - r * 25}q46 16 92 0" stroke="#c98a1c" stroke-width="4" fill="none"/>`).join('')}<path d="M-17 60C-24-40-14-130-4-172M17 60C24-40 14-130 4-172" stroke="#c98a1c" stroke-width="4" fill="none"/><path d="M0 96C-76 70-88-30-62-84C-40-20-14 20 0 96Z" fill="#4f7d3f"/><path d="M0 96C76 70 88-30 62-84C40-20 14 20 0 96Z" fill="#6b9a4c"/></g>`
  const pencil = `<g filter="url(#cut)"><path d="M438 1330V560L500 392L562 560V1330Z" fill="#e9a52f"/><path d="M438 1330V560H476V1330Z" fill="#f4c25a"/><path d="M524 1330V560H562V1330Z" fill="#cb8420"/><path d="M438 566L500 392L562 566Q541 540 524 566Q500 538 476 566Q457 540 438 566Z" fill="#f3dcb4"/><path d="M478 454L500 392L522 454Q500 466 478 454Z" fill="#2b2f3a"/></g>`
  const tassel = ''
  return frame({
    ground: '#f8f0dd',
    drawing: `${rules}<path d="M150 -10V1510" stroke="#d2684f" stroke-width="4" opacity=".75"/>${tassel}${leaf(470, 930, -400, 260, '#4f7d3f', '#8fb565')}${leaf(530, 1010, 420, 290, '#3f6b39', '#8fb565')}${leaf(530, 760, 330, 210, '#6b9a4c', '#a9cb7c')}${leaf(470, 720, -300, 200, '#5d8d47', '#a9cb7c')}${pencil}${cob(604, 960, 20)}${leaf(480, 1130, -330, 170, '#6b9a4c', '#a9cb7c')}
<path d="M-10 1260C160 1214 340 1232 500 1250S840 1216 1010 1252V1510H-10Z" fill="#7a4a2c" filter="url(#cut)"/><path d="M-10 1320C200 1286 420 1318 600 1312S880 1290 1010 1318V1510H-10Z" fill="#5f3621" filter="url(#near)"/><path d="M-10 1390C240 1364 460 1390 660 1384S900 1366 1010 1390V1510H-10Z" fill="#4a2918"/>`,
    type: `${lettering(['First Draft', 'by Harvest'], { x: 182, y: 172, size: 132, lead: 132, fill: '#2b2f3a', weight: 600, soft: 0, wonk: 1 })}${lettering('Chiedza Mapfumo', { x: 74, y: 1464, size: 42, fill: '#f4dfba', face: 'Source Sans', weight: 560, track: 1 })}${colophon(876, 1412, 52, '#f2b836')}`,
  })
}
