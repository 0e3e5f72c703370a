import { mix, n, seeded } from '#tools/art/drawing/paper.ts'
import { byline, colophon, frame, lettering } from './frame.ts'

/** Covers of the books by Farai Mutendi. */
export const faraiMutendi = {
  /** Cover: a dry-stone wall, as at Great Zimbabwe, without mortar; one stone is illuminated. */
  'strength-without-noise': () => {
    const chance = seeded(31)
    const stones = ['#4b4f52', '#5a5c5b', '#6a6660', '#57524d', '#726a5f', '#44494f']
    const course = (y: number, tall: number, from: number) => {
      let out = ''
      for (let x = -30 - from; x < 1010; ) {
        const long = 74 + chance() * 86
        const bright = y === 1046 && x > 560 && x < 680
        out += `<path d="M${n(x + 3)} ${n(y + chance() * 4)}L${n(x + long - 3)} ${n(y + chance() * 4)}L${n(x + long - 2 - chance() * 3)} ${n(y + tall - 4)}L${n(x + 3 + chance() * 3)} ${n(y + tall - 3 - chance() * 3)}Z" fill="${bright ? '#f0ae3f' : mix(stones[Math.floor(chance() * 6)] as string, '#2a2f36', (y - 560) / 1900)}"/>`
        x += long
      }
      return out
    }
    const chevron = (y: number, tall: number) =>
      Array.from({ length: 24 }, (_, i) => {
        const [x, up] = [i * 44 - 20, i % 2 === 0]
        return `<path d="M${x} ${up ? y + tall : y}h30l44 ${up ? -tall : tall}h-30z" fill="${up ? '#96897a' : '#6f665a'}"/>`
      }).join('')
    const rows = Array.from({ length: 17 }, (_, i) => 598 + i * 56)
    return frame({
      ground: '#e4b35a',
      drawing: `<circle cx="500" cy="610" r="360" fill="#ecc374"/><path d="M-20 566C160 540 340 580 520 562S840 540 1020 566V1520H-20Z" fill="#23282f" filter="url(#cut)"/><path d="M-20 566C160 540 340 580 520 562S840 540 1020 566V604H-20Z" fill="#7d7465"/>${rows
        .filter((y) => y !== 766 && y !== 822)
        .map((y, i) => course(y, 54, (i % 2) * 46))
        .join('')}<rect x="-10" y="768" width="1020" height="106" fill="#23282f"/>${chevron(776, 90)}`,
      type: `${lettering(['STRENGTH', 'WITHOUT', 'NOISE'], { x: 76, y: 200, size: 138, lead: 124, fill: '#23282f', face: 'Source Sans', weight: 800, track: -2 })}${lettering('Farai Mutendi', { x: 80, y: 518, size: 46, fill: '#23282f', weight: 500, italic: true, soft: 60 })}${colophon(868, 458, 54, '#23282f')}`,
    })
  },

  /** Cover: a bicycle going home in the dark, with its lamp on and a parcel on the carrier. */
  'the-quiet-father': () => {
    const wheel = (x: number, y: number) =>
      `<g fill="none" stroke="#0d1f1c"><circle cx="${x}" cy="${y}" r="150" stroke-width="17"/><circle cx="${x}" cy="${y}" r="132" stroke-width="4"/>${Array.from({ length: 9 }, (_, i) => `<path d="M${x - 132} ${y}h264" stroke-width="2.5" transform="rotate(${i * 20} ${x} ${y})"/>`).join('')}</g><circle cx="${x}" cy="${y}" r="17" fill="#0d1f1c"/>`
    const bicycle = `${wheel(846, 1190)}${wheel(452, 1190)}<g fill="none" stroke="#0d1f1c" stroke-width="17" stroke-linecap="round" stroke-linejoin="round"><path d="M846 1190L716 1182L560 988L764 968L846 1190M716 1182L772 934M560 988L452 1190M560 988L540 930M540 930Q520 896 566 880L610 886"/><path d="M716 1182l26 56m-12 0h34M716 1182l-26-56"/></g><path d="M722 928Q760 908 826 916Q836 934 806 940L742 944Z" fill="#0d1f1c"/><circle cx="716" cy="1182" r="34" fill="#0d1f1c"/><path d="M836 956H960L950 972H838Z" fill="#0d1f1c"/><path d="M846 1190L934 972" stroke="#0d1f1c" stroke-width="9"/><rect x="850" y="876" width="96" height="78" rx="8" fill="#c58a3d"/><path d="M850 900h96M886 876v78" stroke="#8a5a22" stroke-width="6"/><path d="M846 876Q860 830 898 846Q936 830 948 876Z" fill="#e8d7a8"/>
<path d="M540 952L486 930Q474 972 486 1006L540 988Z" fill="#c58a3d"/><ellipse cx="486" cy="968" rx="15" ry="39" fill="#fff6d8"/>`
    return frame({
      ground: '#15332d',
      defs: '<linearGradient id="beam" x1="1" y1="0.5" x2="0" y2=".45"><stop offset="0" stop-color="#fff0b8"/><stop offset="1" stop-color="#f3cd76"/></linearGradient>',
      drawing: `<path d="M836 120a72 72 0 1 1 -66 104a62 62 0 1 0 66 -104Z" fill="#e9e2c3"/><g fill="#e9e2c3"><circle cx="660" cy="96" r="4"/><circle cx="910" cy="360" r="4"/><circle cx="720" cy="390" r="3"/><circle cx="930" cy="90" r="3"/><circle cx="860" cy="520" r="4"/></g>
<path d="M-10 1040C180 980 340 1040 520 1030S860 980 1010 1030V1510H-10Z" fill="#1d4239"/><path d="M484 932L-20 716V1250L484 1004Z" fill="url(#beam)" filter="url(#cut)"/><path d="M-10 1330Q480 1290 1010 1336V1510H-10Z" fill="#27564a" filter="url(#cut)"/>${bicycle}<path d="M-10 1346Q480 1312 1010 1352V1510H-10Z" fill="#27564a"/><path d="M80 1345q4-50-16-78q28 22 28 78zM98 1345q8-40 36-58q-18 26-22 58zM914 1350q2-44-18-66q26 18 30 66z" fill="#0d1f1c"/>`,
      type: `${lettering(['The', 'Quiet', 'Father'], { x: 72, y: 226, size: 190, lead: 176, fill: '#f3dc96', weight: 380, soft: 100 })}${byline('Farai Mutendi', { x: 60, y: 1438, fill: '#f3dc96' })}${colophon(878, 1392, 52, '#f3dc96')}`,
    })
  },

  /** Cover: forty rays, one for each morning, and a person on the hill who is up before them. */
  'forty-mornings': () => {
    const [x, y] = [500, 1130]
    const colors = ['#f6c667', '#ee9a4f', '#f9dca0', '#e4764a']
    const rays = Array.from({ length: 40 }, (_, i) => {
      const at = (step: number) => {
        const angle = Math.PI + (step / 40) * Math.PI
        return `${n(x + Math.cos(angle) * 1500)} ${n(y + Math.sin(angle) * 1500)}`
      }
      return `<path d="M${x} ${y}L${at(i)}L${at(i + 1)}Z" fill="${colors[(i * 3 + (i >> 2)) % 4]}"/>`
    })
    return frame({
      ground: '#e4764a',
      drawing: `${rays.join('')}<circle cx="${x}" cy="${y}" r="404" fill="#fbe7bd" filter="url(#cut)"/><circle cx="${x}" cy="${y}" r="372" fill="none" stroke="#e4764a" stroke-width="3" stroke-dasharray="3 26.2" stroke-linecap="round"/>
<g fill="#4a1f3c" transform="translate(802 1150) scale(1.02)"><circle cx="0" cy="-112" r="15"/><path d="M-15 -90Q0 -98 15 -90L20 -30L30 20H-30L-20 -30Z"/><path d="M-13 -84L-44 -138L-51 -134L-20 -66ZM13 -84L42 -140L49 -136L20 -66Z"/></g>
<path d="M-10 1190C180 1130 330 1150 470 1122S800 1176 1010 1120V1510H-10Z" fill="#8a3d4a" filter="url(#cut)"/><path d="M-10 1290C200 1220 420 1300 640 1262S900 1230 1010 1262V1510H-10Z" fill="#5d2a44" filter="url(#cut)"/><path d="M-10 1400C240 1360 520 1410 1010 1364V1510H-10Z" fill="#3a1b35" filter="url(#near)"/>
`,
      type: `${lettering('Forty', { x: 500, y: 968, size: 190, fill: '#6b2a3c', weight: 460, anchor: 'middle', soft: 60 })}${lettering('mornings', { x: 500, y: 1068, size: 104, fill: '#6b2a3c', weight: 400, italic: true, anchor: 'middle', soft: 60, wonk: 1 })}${byline('Farai Mutendi', { x: 500, y: 1446, fill: '#f9dca0', anchor: 'middle', caps: true })}${colophon(476, 1340, 46, '#f6c667')}`,
    })
  },
}
