import { demoCatalogue } from '#demo/catalogue.ts'
import { type Program, programColors } from '#site/art/program-colors.ts'
import { site } from '#site/site.ts'
import { type Colors, CREAM, LAMP } from '#tools/art/drawing/palette.ts'
import { seeded } from '#tools/art/drawing/paper.ts'
import { colophon, frame, lettering } from './covers/frame.ts'
import { savePictures } from './save-pictures.ts'

const SIDE = 900

/** Draws the square covers of all episodes, or only of the named ones, in the colors of their programs. */
export function makeEpisodeCovers(only: string[]): Promise<void> {
  const drawings = Object.fromEntries(demoCatalogue.episodes.map((episode, index) => [episode.slug, () => draw(episode, index)]))
  return savePictures('episodes', drawings, { width: SIDE, height: SIDE }, only)
}

function draw({ slug, title, categories }: (typeof demoCatalogue.episodes)[number], index: number): string {
  const program = site.programs.find(({ categories: own }) => own.some((name) => categories.includes(name)))
  const colors = programColors[program?.slug as Program]
  const lines = title.length > 19 ? splitEvenly(title) : [title]
  return frame({
    width: SIDE,
    height: SIDE,
    ground: colors.deep,
    drawing: `<circle cx="450" cy="350" r="${[420, 372, 396][index % 3]}" fill="${colors.mid}" opacity=".62"/>${voiceTrace(index, LAMP)}${episodeMotifs[slug]?.(colors) ?? ''}`,
    type: `${lettering(lines, { x: 60, y: lines.length > 1 ? 742 : 800, size: 76, lead: 80, fill: CREAM, weight: 480, soft: 50 })}${colophon(792, 780, 48, LAMP)}`,
  })
}

/** Draws the waveform of a voice across an episode cover, behind the motif. */
function voiceTrace(seed: number, color: string): string {
  const chance = seeded(seed + 50)
  return Array.from({ length: 41 }, (_, i) => {
    const tall = 12 + Math.sin((i / 40) * Math.PI) * 70 * chance() + chance() * 60
    return `<rect x="${30 + i * 21}" y="${370 - tall / 2}" width="7" height="${tall}" rx="3.5" fill="${color}" opacity=".32"/>`
  }).join('')
}

/** Splits a title into two lines of the most similar length. */
function splitEvenly(title: string): string[] {
  const words = title.split(' ')
  const cuts = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')] as [string, string])
  return cuts.sort((a, b) => Math.max(a[0].length, a[1].length) - Math.max(b[0].length, b[1].length))[0] ?? [title]
}

/** Motif of each episode cover in cut paper, around the middle of a 900 × 900 square, above the title. */
const episodeMotifs: Record<string, (c: Colors) => string> = {
  // Motif: two people under one blanket.
  'when-silence-is-the-answer': (c) =>
    `<g filter="url(#cut)"><circle cx="372" cy="268" r="62" fill="#4a2a22"/><circle cx="520" cy="244" r="66" fill="#5d3527"/><path d="M455 236C460 170 590 166 592 238C560 214 500 212 455 236Z" fill="${LAMP}"/></g><path d="M250 560C246 430 290 344 372 336C400 336 420 344 440 356C460 330 490 318 520 316C620 318 664 420 660 560Z" fill="${c.bright}" filter="url(#cut)"/><path d="M250 560C246 430 290 344 372 336C400 336 420 344 440 356C400 410 390 480 396 560Z" fill="${c.pale}"/><path d="M270 470C300 462 360 466 394 474M262 510C300 502 360 506 394 514" stroke="${c.mid}" stroke-width="11" fill="none"/><path d="M440 470C520 454 600 458 652 470M442 512C520 498 600 500 658 512" stroke="${CREAM}" stroke-width="11" fill="none" opacity=".8"/>`,
  // Motif: two overlapping coins.
  'money-talks-for-newlyweds': (c) =>
    `<g filter="url(#cut)"><circle cx="352" cy="350" r="172" fill="${c.bright}"/></g><g filter="url(#cut)"><circle cx="548" cy="350" r="172" fill="${LAMP}"/></g><path d="M450 208.600A172 172 0 0 1 450 491.400A172 172 0 0 1 450 208.600Z" fill="${CREAM}"/><circle cx="352" cy="350" r="140" fill="none" stroke="${c.deep}" stroke-width="6" stroke-dasharray="4 18" stroke-linecap="round" opacity=".55"/><circle cx="548" cy="350" r="140" fill="none" stroke="${c.deep}" stroke-width="6" stroke-dasharray="4 18" stroke-linecap="round" opacity=".55"/><path d="M450 402C404 372 396 338 420 322C438 312 448 326 450 336C452 326 462 312 480 322C504 338 496 372 450 402Z" fill="${c.mid}"/>`,
  // Motif: sheets of handwriting, with a pencil on top.
  'finish-the-first-draft': (c) =>
    `<g filter="url(#cut)">${[0, 1, 2].map((i) => `<rect x="${262 + i * 18}" y="${190 + i * 16}" width="330" height="380" fill="${['#e3c48c', '#f0dab0', CREAM][i]}" transform="rotate(${-6 + i * 4} 450 380)"/>`).join('')}</g><g transform="rotate(2 450 380)" stroke="${c.mid}" stroke-width="9" stroke-linecap="round">${[0, 1, 2, 3, 4, 5].map((i) => `<path d="M340 ${280 + i * 44}h${[240, 214, 246, 190, 236, 96][i]}"/>`).join('')}</g><g transform="translate(480 500) rotate(38)" filter="url(#cut)"><path d="M0 30L-24-40V-330H24V-40Z" fill="${LAMP}"/><path d="M-8-40V-330H-24V-40Z" fill="#f8d27c"/><path d="M0 30L-24-40Q-12-50 0-40Q12-50 24-40Z" fill="#f6e3bd"/><path d="M0 30L-9 4H9Z" fill="${c.deep}"/><rect x="-24" y="-368" width="48" height="42" fill="${c.bright}"/></g>`,
  // Motif: a girl inside a window.
  'the-girl-at-the-window': (c) =>
    `<g filter="url(#cut)"><rect x="268" y="140" width="364" height="440" fill="${CREAM}"/></g><rect x="296" y="168" width="308" height="384" fill="${LAMP}"/><circle cx="540" cy="250" r="54" fill="#fdf1cf"/><path d="M296 430C380 392 480 418 604 388V552H296Z" fill="${c.bright}"/><path d="M310 552C312 470 344 430 396 424C448 430 484 470 486 552Z" fill="${c.deep}"/><circle cx="398" cy="370" r="58" fill="#5a3226"/><path d="M340 362C336 296 460 296 456 362C420 338 376 338 340 362Z" fill="#2a1626"/><circle cx="352" cy="306" r="23" fill="#2a1626"/><circle cx="444" cy="306" r="23" fill="#2a1626"/><path d="M450 168V552M296 330H604" stroke="${CREAM}" stroke-width="15"/><rect x="240" y="560" width="420" height="32" fill="${c.pale}" filter="url(#near)"/>`,
  // Motif: fat cooks (fried dough balls) in a basin, with the sun behind.
  'a-business-before-breakfast': (c) =>
    `<circle cx="450" cy="330" r="190" fill="${LAMP}" filter="url(#cut)"/><circle cx="450" cy="330" r="142" fill="#f8d182"/><g filter="url(#near)">${fatCook(330, 408)}${fatCook(408, 396)}${fatCook(492, 396)}${fatCook(570, 408)}${fatCook(368, 340)}${fatCook(450, 326)}${fatCook(532, 340)}${fatCook(410, 272)}${fatCook(490, 272)}</g><g filter="url(#cut)"><path d="M236 420H664Q640 590 536 596H364Q260 590 236 420Z" fill="${CREAM}"/></g><path d="M236 420H664L658 452H242Z" fill="${c.bright}"/><g fill="${c.mid}">${[0, 1, 2, 3, 4].map((i) => `<path d="M${300 + i * 75} 492l22 26-22 26-22-26z"/>`).join('')}</g>`,
  // Motif: two men who carry a beam on their shoulders.
  'men-who-ask-for-help': (c) => {
    const man = (x: number, coat: string, skin: string) =>
      `<g filter="url(#cut)"><path d="M${x - 74} 450L${x - 98} 236L${x - 72} 232L${x - 30} 420ZM${x + 74} 450L${x + 98} 226L${x + 72} 222L${x + 30} 420Z" fill="${skin}"/><path d="M${x - 78} 590C${x - 84} 500 ${x - 84} 430 ${x - 46} 396H${x + 46}C${x + 84} 430 ${x + 84} 500 ${x + 78} 590Z" fill="${coat}"/><circle cx="${x}" cy="342" r="46" fill="${skin}"/></g>`
    return `${man(340, c.bright, '#4a2a1e')}${man(562, c.pale, '#5f3826')}<g transform="rotate(-2 450 200)" filter="url(#cut)"><rect x="150" y="174" width="600" height="66" rx="12" fill="${LAMP}"/><path d="M190 192h220M450 208h260M220 224h150" stroke="#c5842b" stroke-width="6" stroke-linecap="round"/></g>`
  },
  // Motif: an open door at night.
  'the-first-ten-minutes-home': (c) =>
    `<g filter="url(#cut)"><rect x="318" y="130" width="264" height="450" fill="${CREAM}"/></g><rect x="344" y="156" width="212" height="424" fill="${LAMP}"/><path d="M344 580L210 620H620L556 580Z" fill="${LAMP}" opacity=".75"/><g filter="url(#cut)"><path d="M344 156L250 196V612L344 580Z" fill="${c.bright}"/></g><circle cx="270" cy="400" r="11" fill="${CREAM}"/><g fill="${c.deep}"><circle cx="452" cy="402" r="34"/><path d="M408 580C406 500 420 446 452 440C484 446 498 500 496 580Z"/><path d="M420 460L396 400L408 394L436 446ZM484 460L508 400L496 394L468 446Z"/></g>`,
  // Motif: a pile of stones, one for each evening.
  'a-rule-for-small-days': (c) =>
    `<circle cx="450" cy="300" r="170" fill="${LAMP}" filter="url(#cut)"/><path d="M150 560C260 520 360 556 450 540S660 516 760 552V640H150Z" fill="${c.bright}" filter="url(#near)" opacity=".0"/><g filter="url(#near)"><path d="M318 576C300 520 350 496 450 496S600 520 584 576Z" fill="${c.pale}"/><path d="M340 500C330 448 380 430 452 432S570 452 556 500Z" fill="${c.bright}"/><path d="M372 436C366 388 400 374 454 376S534 392 524 436Z" fill="${CREAM}"/><path d="M398 380C394 340 420 330 454 332S506 344 500 380Z" fill="${c.mid}"/><path d="M420 336C418 306 434 298 454 300S486 308 482 336Z" fill="${c.pale}"/></g>`,
  // Motif: an exercise book with a name on its label.
  'your-name-is-not-your-marks': (c) =>
    `<g transform="rotate(-5 450 360)"><g filter="url(#cut)"><rect x="280" y="130" width="340" height="450" rx="10" fill="${LAMP}"/></g><rect x="280" y="130" width="46" height="450" rx="10" fill="${c.deep}"/><rect x="362" y="210" width="218" height="130" fill="${CREAM}"/><path d="M384 262q18-34 34 0t34 0 34-10 34 6" stroke="${c.mid}" stroke-width="9" fill="none" stroke-linecap="round"/><path d="M384 306h174" stroke="${c.bright}" stroke-width="5"/></g><g transform="rotate(9 600 480)" filter="url(#cut)"><circle cx="592" cy="482" r="96" fill="${c.bright}"/><path d="M592 412l20 46 50 4-38 33 12 49-44-27-44 27 12-49-38-33 50-4z" fill="${CREAM}"/></g>`,
  // Motif: a phone with overlapping speech bubbles.
  'phones-friends-and-friday': (c) =>
    `<g transform="rotate(6 450 360)"><g filter="url(#cut)"><rect x="330" y="120" width="250" height="470" rx="34" fill="${c.deep}"/></g><rect x="350" y="160" width="210" height="380" rx="10" fill="${c.pale}"/><circle cx="455" cy="566" r="13" fill="${c.pale}"/></g><g filter="url(#cut)"><path d="M226 236a30 30 0 0 1 30-30h190a30 30 0 0 1 30 30v50a30 30 0 0 1-30 30H320l-54 44 8-44h-18a30 30 0 0 1-30-30z" fill="${LAMP}"/></g><g filter="url(#cut)"><path d="M444 366a30 30 0 0 1 30-30h170a30 30 0 0 1 30 30v44a30 30 0 0 1-30 30h-8l10 42-56-42H474a30 30 0 0 1-30-30z" fill="${c.bright}"/></g><g fill="${c.deep}"><circle cx="300" cy="262" r="12"/><circle cx="350" cy="262" r="12"/><circle cx="400" cy="262" r="12"/></g><path d="M486 374h140M486 402h88" stroke="${CREAM}" stroke-width="11" stroke-linecap="round"/><g filter="url(#near)"><path d="M270 430a24 24 0 0 1 24-24h96a24 24 0 0 1 24 24v34a24 24 0 0 1-24 24h-50l-40 32 6-32h-12a24 24 0 0 1-24-24z" fill="${CREAM}"/></g><path d="M342 472c-24-15-28-32-16-40c9-5 14 2 16 8c2-6 7-13 16-8c12 8 8 25-16 40z" fill="#d2543f"/>`,
}

function fatCook(x: number, y: number): string {
  return `<circle cx="${x}" cy="${y}" r="52" fill="#a9662e"/><path d="M${x - 30} ${y - 16}q28-28 60-6" stroke="#d99a55" stroke-width="11" fill="none" stroke-linecap="round"/>`
}
