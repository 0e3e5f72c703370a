type Look = {
  skin: string
  /** Darker color of the skin, for the shaded side and the neck */
  shade: string
  hair: string
  coat: string
  /** SVG between the shoulders and the head, such as long hair */
  behind?: string
  /** SVG over the head, such as hair or a headwrap */
  over: string
  /** SVG over the coat, such as a collar */
  dress?: string
  lips?: string
}

const INK = '#24130f'

/** Draws a head with shoulders, cut from paper, that looks at the reader: 660 wide, from y 140 to the bottom of a picture 1000 tall. */
export function face({ skin, shade, hair, coat, behind = '', over, dress = '', lips = '#9c4a40' }: Look): string {
  const eye = (x: number) =>
    `<path d="M${x - 36} 470Q${x} 436 ${x + 36} 470Q${x} 496 ${x - 36} 470Z" fill="#fff4e2"/><circle cx="${x}" cy="467" r="16" fill="${INK}"/><circle cx="${x + 5}" cy="461" r="5" fill="#fff4e2"/><path d="M${x - 38} 470Q${x} 432 ${x + 38} 470" fill="none" stroke="${INK}" stroke-width="7" stroke-linecap="round"/>`
  const brow = (x: number, flip: number) =>
    `<path d="M${x - 44 * flip} 424Q${x} ${396} ${x + 42 * flip} 414" fill="none" stroke="${hair}" stroke-width="13" stroke-linecap="round"/>`
  return `${behind}<path d="M60 1040C74 880 180 806 318 774H482C620 806 726 880 740 1040Z" fill="${coat}" filter="url(#cut)"/>
<path d="M332 640V776Q400 850 468 776V640Z" fill="${shade}"/>${dress}
<g fill="${shade}"><ellipse cx="264" cy="490" rx="30" ry="44"/><ellipse cx="536" cy="490" rx="30" ry="44"/></g>
<path d="M264 420C252 590 318 716 400 720C482 716 548 590 536 420C528 270 272 270 264 420Z" fill="${skin}" filter="url(#near)"/>
<path d="M400 720C482 716 548 590 536 420C530 330 470 302 424 300C500 430 496 610 400 720Z" fill="${shade}" opacity=".55"/>
${eye(338)}${eye(462)}${brow(338, 1)}${brow(462, -1)}
<path d="M402 478Q394 540 376 564Q400 588 428 566" fill="none" stroke="${shade}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>
<path d="M344 626Q400 606 456 626Q400 686 344 626Z" fill="${lips}"/><path d="M340 626Q400 646 460 626" fill="none" stroke="${INK}" stroke-width="5" stroke-linecap="round" opacity=".7"/>
${over}`
}

/** Short hair that leaves the ears free. */
export function shortHair(fill: string): string {
  return `<path d="M258 440C240 280 320 214 402 214C484 214 560 280 542 440C532 372 508 334 466 324Q400 306 334 324C292 334 268 372 258 440Z" fill="${fill}" filter="url(#near)"/>`
}

/** Beard along the jaw. */
export function beard(fill: string): string {
  return `<path d="M262 500C266 640 318 742 400 744C482 742 534 640 538 500C520 566 500 590 466 590Q400 572 334 590C300 590 280 566 262 500ZM344 628Q400 606 456 628Q400 676 344 628Z" fill="${fill}" fill-rule="evenodd"/>`
}

export function glasses(stroke: string): string {
  return `<g fill="#fff4e2" fill-opacity=".14" stroke="${stroke}" stroke-width="9"><rect x="282" y="424" width="106" height="88" rx="38"/><rect x="412" y="424" width="106" height="88" rx="38"/></g><path d="M388 458Q400 448 412 458M282 454L258 446M518 454L542 446" fill="none" stroke="${stroke}" stroke-width="9" stroke-linecap="round"/>`
}

export function earrings(fill: string): string {
  return `<g fill="${fill}" filter="url(#near)"><circle cx="258" cy="556" r="20"/><circle cx="542" cy="556" r="20"/></g>`
}

/** Cloth that is wound around the head and knotted above the forehead. */
export function headwrap(fill: string, fold: string): string {
  return `<path d="M246 446C196 300 250 150 402 146C554 150 604 300 554 446C520 350 460 318 400 318C340 318 280 350 246 446Z" fill="${fill}" filter="url(#near)"/><path d="M250 430C300 320 420 270 560 400M232 330C320 250 440 210 566 300M290 200C370 170 450 180 520 220" fill="none" stroke="${fold}" stroke-width="9" stroke-linecap="round"/><path d="M430 190C420 110 500 70 540 116C600 90 640 160 580 204C540 240 460 244 430 190Z" fill="${fill}" filter="url(#near)"/><path d="M436 196C490 180 520 150 540 116M440 204C500 214 550 214 580 204" fill="none" stroke="${fold}" stroke-width="8" stroke-linecap="round"/>`
}
