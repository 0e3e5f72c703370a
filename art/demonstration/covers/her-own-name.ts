import { colophon, frame } from './frame.ts'
import { byline, lettering } from './lettering.ts'

/** A woman under a great headwrap of printed cloth. She looks up; her name is written under her, by hand. */
export function herOwnName(): string {
  const print = Array.from({ length: 42 }, (_, i) => {
    const [x, y] = [170 + (i % 7) * 112 + (Math.floor(i / 7) % 2) * 56, 150 + Math.floor(i / 7) * 98]
    return `<g transform="translate(${x} ${y})"><circle r="36" fill="#f2b23f"/><circle r="24" fill="#c73f55"/><circle r="9" fill="#fbe9c6"/></g>`
  }).join('')
  const wrap =
    'M268 620C150 560 150 330 280 240C330 120 520 70 640 140C800 130 900 290 862 430C880 520 820 600 740 622C660 520 400 500 268 620Z'
  return frame({
    ground: '#e8795a',
    defs: `<clipPath id="wrap"><path d="${wrap}"/></clipPath>`,
    drawing: `<circle cx="500" cy="560" r="520" fill="#ef9468"/><circle cx="500" cy="560" r="410" fill="#f5b27c"/>
<path d="M120 1200C150 1030 300 960 400 930L416 800H600L612 930C720 960 860 1030 890 1200Z" fill="#5a2f25" filter="url(#cut)"/><path d="M412 860C470 920 560 920 606 866L612 930C560 990 450 990 400 930Z" fill="#43211c"/>
<path d="M310 560C300 760 380 900 506 906C632 900 716 760 704 560C600 440 400 440 310 560Z" fill="#74402f" filter="url(#near)"/><path d="M506 906C632 900 716 760 704 560C660 510 590 486 520 480C600 620 600 780 506 906Z" fill="#653528"/>
<path d="M392 640q38-24 80 0M540 640q40-24 80 0" stroke="#3a1b17" stroke-width="10" fill="none" stroke-linecap="round"/><path d="M404 682q30 20 60 0M552 682q30 20 60 0" stroke="#3a1b17" stroke-width="8" fill="none" stroke-linecap="round"/><path d="M506 680q-10 60-22 84q22 16 44 0" stroke="#4d261e" stroke-width="7" fill="none" stroke-linecap="round"/><path d="M446 822q58-26 120 0q-56 44-120 0z" fill="#a8443f"/>
<g filter="url(#cut)"><path d="${wrap}" fill="#3a2a5e"/></g><g clip-path="url(#wrap)">${print}<path d="M268 620C400 420 700 300 880 420" stroke="#2a1d48" stroke-width="16" fill="none"/><path d="M280 240C420 300 640 300 862 430" stroke="#2a1d48" stroke-width="12" fill="none" opacity=".8"/></g><path d="M690 200C720 60 850 40 900 110C960 90 1000 190 920 230C880 290 760 300 690 200Z" fill="#5b3f8a" filter="url(#cut)"/><path d="M700 206C770 190 850 160 900 110M706 214C780 230 850 240 920 230" stroke="#3a2a5e" stroke-width="9" fill="none"/>
<g fill="#f2b23f" filter="url(#near)"><circle cx="306" cy="770" r="34"/><circle cx="710" cy="770" r="34"/></g><g fill="#e8795a"><circle cx="306" cy="774" r="16"/><circle cx="710" cy="774" r="16"/></g>
<path d="M-10 1120C200 1040 330 1020 400 1010C450 1090 560 1090 610 1010C700 1020 820 1040 1010 1120V1520H-10Z" fill="#2c6a69" filter="url(#cut)"/><path d="M400 1010C450 1090 560 1090 610 1010" stroke="#f2b23f" stroke-width="12" fill="none"/>`,
    type: `${lettering('Her Own Name', { x: 500, y: 1268, size: 150, fill: '#fff0d6', weight: 420, italic: true, anchor: 'middle', soft: 100, wonk: 1 })}<path d="M96 1312Q300 1288 520 1304T906 1296" stroke="#f2b23f" stroke-width="8" fill="none" stroke-linecap="round"/>${byline('Chiedza Mapfumo', { x: 500, y: 1400, fill: '#fff0d6', anchor: 'middle' })}${colophon(478, 1424, 44, '#f2b23f')}`,
  })
}
