import { seeded } from '#tools/art/drawing/paper.ts'
import { byline, colophon, frame, lettering } from './frame.ts'

/** Covers of the books by Chiedza Mapfumo. */
export const chiedzaMapfumo = {
  /** Cover: a planted pencil that has grown into maize; its rows are the lines of an exercise book. */
  'first-draft-by-harvest': () => {
    const rules = Array.from({ length: 18 }, (_, i) => `<path d="M-10 ${118 + i * 66}h1020" stroke="#9db7c4" stroke-width="3"/>`).join('')
    const leaf = (x: number, y: number, reach: number, rise: number, fill: string, vein: string) =>
      `<g filter="url(#near)"><path d="M${x} ${y}C${x + reach * 0.2} ${y - rise * 1.3} ${x + reach * 0.7} ${y - rise * 1.25} ${x + reach} ${y + rise * 0.16}C${x + reach * 0.66} ${y - rise * 0.62} ${x + reach * 0.3} ${y - rise * 0.3} ${x} ${y + 74}Z" fill="${fill}"/><path d="M${x} ${y + 30}C${x + reach * 0.26} ${y - rise * 0.86} ${x + reach * 0.66} ${y - rise * 0.92} ${x + reach} ${y + rise * 0.16}" stroke="${vein}" stroke-width="5" fill="none"/></g>`
    const cob = (x: number, y: number, turn: number) =>
      `<g transform="translate(${x} ${y}) rotate(${turn})" filter="url(#near)"><path d="M-44 60C-64-40-40-150 0-176C40-150 64-40 44 60Z" fill="#f2b836"/>${Array.from({ length: 8 }, (_, r) => `<path d="M-46 ${36 - r * 25}q46 16 92 0" stroke="#c98a1c" stroke-width="4" fill="none"/>`).join('')}<path d="M-17 60C-24-40-14-130-4-172M17 60C24-40 14-130 4-172" stroke="#c98a1c" stroke-width="4" fill="none"/><path d="M0 96C-76 70-88-30-62-84C-40-20-14 20 0 96Z" fill="#4f7d3f"/><path d="M0 96C76 70 88-30 62-84C40-20 14 20 0 96Z" fill="#6b9a4c"/></g>`
    const pencil = `<g filter="url(#cut)"><path d="M438 1330V560L500 392L562 560V1330Z" fill="#e9a52f"/><path d="M438 1330V560H476V1330Z" fill="#f4c25a"/><path d="M524 1330V560H562V1330Z" fill="#cb8420"/><path d="M438 566L500 392L562 566Q541 540 524 566Q500 538 476 566Q457 540 438 566Z" fill="#f3dcb4"/><path d="M478 454L500 392L522 454Q500 466 478 454Z" fill="#2b2f3a"/></g>`
    return frame({
      ground: '#f8f0dd',
      drawing: `${rules}<path d="M150 -10V1510" stroke="#d2684f" stroke-width="4" opacity=".75"/>${leaf(470, 930, -400, 260, '#4f7d3f', '#8fb565')}${leaf(530, 1010, 420, 290, '#3f6b39', '#8fb565')}${leaf(530, 760, 330, 210, '#6b9a4c', '#a9cb7c')}${leaf(470, 720, -300, 200, '#5d8d47', '#a9cb7c')}${pencil}${cob(604, 960, 20)}${leaf(480, 1130, -330, 170, '#6b9a4c', '#a9cb7c')}
<path d="M-10 1260C160 1214 340 1232 500 1250S840 1216 1010 1252V1510H-10Z" fill="#7a4a2c" filter="url(#cut)"/><path d="M-10 1320C200 1286 420 1318 600 1312S880 1290 1010 1318V1510H-10Z" fill="#5f3621" filter="url(#near)"/><path d="M-10 1390C240 1364 460 1390 660 1384S900 1366 1010 1390V1510H-10Z" fill="#4a2918"/>`,
      type: `${lettering(['First Draft', 'by Harvest'], { x: 182, y: 172, size: 132, lead: 132, fill: '#2b2f3a', weight: 600, soft: 0, wonk: 1 })}${lettering('Chiedza Mapfumo', { x: 74, y: 1464, size: 42, fill: '#f4dfba', face: 'Source Sans', weight: 560, track: 1 })}${colophon(876, 1412, 52, '#f2b836')}`,
    })
  },

  /** Cover: a woman under a great headwrap of printed cloth, looking up, with her name written by hand below. */
  'her-own-name': () => {
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
  },

  /** Cover: pyramids of tomatoes and bundles of greens before the sun rises over the roofs of the market. */
  'the-market-at-dawn': () => {
    const chance = seeded(4)
    const tomato = (x: number, y: number, r: number) =>
      `<circle cx="${x}" cy="${y}" r="${r}" fill="${['#cf3f2c', '#d9512f', '#c23a35', '#e06a35'][Math.floor(chance() * 4)]}"/><path d="M${x - r * 0.5} ${y - r * 0.4}q${r * 0.2}-${r * 0.36} ${r * 0.6}-${r * 0.34}" stroke="#f6a98a" stroke-width="${r * 0.13}" fill="none" stroke-linecap="round"/><path d="M${x} ${y - r * 0.82}l${r * 0.34} ${-r * 0.1}l${-r * 0.2} ${r * 0.26}l${r * 0.06} ${r * 0.26}l${-r * 0.24} ${-r * 0.2}l${-r * 0.28} ${r * 0.18}l${r * 0.08} ${-r * 0.28}l${-r * 0.2} ${-r * 0.2}z" fill="#3f6b3a"/>`
    const heap = (x: number, y: number, r: number) =>
      `<g filter="url(#near)">${[3, 2, 1]
        .map((count, level) =>
          Array.from({ length: count }, (_, i) => tomato(x + (i - (count - 1) / 2) * r * 1.86, y - level * r * 1.5 - r, r)).join(''),
        )
        .join('')}</g>`
    const dish = (x: number, y: number, w: number) =>
      `<path d="M${x - w} ${y}h${w * 2}q-${w * 0.16} ${w * 0.46}-${w * 0.5} ${w * 0.5}h-${w}q-${w * 0.34}-${w * 0.04}-${w * 0.5}-${w * 0.5}z" fill="#fbf3e2" filter="url(#near)"/><path d="M${x - w} ${y}h${w * 2}l-${w * 0.04} ${w * 0.1}h-${w * 1.92}z" fill="#2c4d7c"/><path d="M${x - w * 0.84} ${y + w * 0.28}h${w * 1.68}" stroke="#2c4d7c" stroke-width="7"/>`
    const greens = (x: number, y: number) =>
      `<g filter="url(#near)">${[-50, -28, -8, 14, 36, 54].map((turn, i) => `<path d="M0 0C-58-70-54-150 0-196C54-150 58-70 0 0Z" fill="${['#2f5e3a', '#3f7546', '#568a4c'][i % 3]}" transform="translate(${x} ${y}) rotate(${turn})"/><path d="M0-10V-170" stroke="#a9c77c" stroke-width="5" transform="translate(${x} ${y}) rotate(${turn})"/>`).join('')}<path d="M${x - 36} ${y - 14}h72l-12 56h-48z" fill="#e8d09a"/><path d="M${x - 36} ${y - 14}h72l-3 14h-66z" fill="#b5523a"/></g>`
    const potato = (x: number, y: number) =>
      `<ellipse cx="${x}" cy="${y}" rx="38" ry="32" fill="#b98a4a"/><ellipse cx="${x - 8}" cy="${y - 8}" rx="16" ry="8" fill="#dcb678"/>`
    const orange = (x: number, y: number) =>
      `<circle cx="${x}" cy="${y}" r="36" fill="#e9a13b"/><circle cx="${x - 10}" cy="${y - 11}" r="10" fill="#f9cf84"/>`
    const plank = (y: number, fill: string) =>
      `<rect x="-10" y="${y}" width="1020" height="300" fill="${fill}" filter="url(#cut)"/><path d="M-10 ${y + 8}h1020" stroke="#f6cf98" stroke-width="4" opacity=".5"/>`
    const roofs =
      '<path d="M-10 700V600L120 552L250 600V640L330 610L460 650V600L600 556L740 604V650L830 616L1010 660V900H-10Z" fill="#8a4a5a" filter="url(#cut)"/><path d="M-10 760V690L90 660L200 700L330 664L480 704L640 668L780 706L900 672L1010 700V900H-10Z" fill="#67354c" filter="url(#near)"/>'
    return frame({
      ground: '#f7c7a0',
      drawing: `<rect width="1000" height="160" fill="#5f4a78"/><path d="M-10 120Q500 180 1010 120V300H-10Z" fill="#8b5f86"/><path d="M-10 250Q500 300 1010 240V420H-10Z" fill="#c47f8a"/><path d="M-10 380Q500 420 1010 370V540H-10Z" fill="#e8a08a"/><path d="M-10 490Q500 520 1010 480V700H-10Z" fill="#f7c08a"/><circle cx="650" cy="592" r="110" fill="#fff0c4"/>${roofs}
${plank(890, '#7a4a38')}${heap(150, 900, 48)}${heap(430, 900, 48)}${heap(850, 900, 48)}${greens(640, 880)}${plank(1150, '#925a3f')}${greens(110, 1146)}${heap(330, 1160, 50)}${dish(600, 1092, 120)}<g filter="url(#near)">${potato(540, 1064)}${potato(600, 1054)}${potato(660, 1064)}${potato(570, 1016)}${potato(632, 1016)}</g>${dish(600, 1092, 120)}${heap(852, 1160, 50)}${heap(120, 1386, 40)}${heap(700, 1386, 40)}${greens(905, 1372)}${dish(410, 1322, 116)}<g filter="url(#near)">${orange(350, 1296)}${orange(410, 1284)}${orange(470, 1296)}${orange(380, 1246)}${orange(442, 1246)}${orange(411, 1208)}</g>${dish(410, 1322, 116)}${plank(1376, '#5a2f2c')}`,
      type: `${lettering(['The Market', 'at Dawn'], { x: 500, y: 226, size: 164, lead: 158, fill: '#fff3dc', weight: 740, anchor: 'middle', soft: 100 })}${byline('Chiedza Mapfumo', { x: 72, y: 1456, fill: '#fbe3bd' })}${colophon(878, 1410, 52, '#f2b84b')}`,
    })
  },
}
