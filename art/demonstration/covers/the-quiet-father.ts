import { colophon, frame } from './frame.ts'
import { byline, lettering } from './lettering.ts'

/** A bicycle going home in the dark; its lamp is on, and there is a parcel on the carrier. */
export function theQuietFather(): string {
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
}
