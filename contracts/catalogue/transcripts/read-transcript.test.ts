import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { corpusFile, hasCorpus } from '#tests/support/corpus.ts'
import { ENCODINGS } from './decode-text.ts'
import { readTranscript } from './read-transcript.ts'

const read = (text: string | Uint8Array) => readTranscript(typeof text === 'string' ? new TextEncoder().encode(text) : text)
const textsOf = (text: string | Uint8Array) => read(text).cues.map((cue) => cue.text)
const srt = (...texts: string[]) =>
  texts.map((text, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index + 1},000\n${text}\n`).join('\n')
const vtt = (...texts: string[]) =>
  `WEBVTT\n\n${texts.map((text, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${text}\n`).join('\n')}`

describe('words in angle brackets', () => {
  test.each([
    'I <inaudible> at the <laughs> market',
    'Send it to <mary@example.org> please',
    'x < 5, and y > 3',
    'I <3 you all',
    '<b and c> are variables',
    'the <p>, <div class="a"> and </p> of a page',
    'list<String> of <T>',
    'a <- b',
  ])('“%s” stays as it is in both formats', (text) => {
    expect(textsOf(srt(text))).toEqual([text])
    expect(textsOf(vtt(text))).toEqual([text])
  })

  test('tags of WebVTT and SubRip are removed, and a line break separates words', () => {
    const markup = '<i>One</i> <b>two</b> <u>three</u><br/>four<br>five <font color="red">six</font> <c.green>seven</c> <00:00:01.500>eight'
    expect(textsOf(srt(markup))).toEqual(['One two three four five six seven eight'])
    expect(textsOf(vtt(markup))).toEqual(['One two three four five six seven eight'])
  })

  test('tags that are kept as text are named with their line', () => {
    expect(read(srt('I <inaudible> there', 'fine')).doubts).toEqual([{ line: 3, message: '“<inaudible>” stays as text.' }])
    expect(read(srt('x < 5', '<i>fine</i>')).doubts).toEqual([])
  })
})

test('character references are decoded; unknown ones stay', () => {
  expect(textsOf(vtt('It&#39;s &quot;fine&quot; &amp; caf&eacute; &#x2014; don&apos;t &hellip; &nosuch; AT&T &#0;'))).toEqual([
    'It\'s "fine" & café — don\'t … &nosuch; AT&T \ufffd',
  ])
  expect(textsOf(vtt('It&#146;s &#x93;fine&#148; &#150; I &hearts; &alpha;, &sigmaf; and &Omega;&thinsp;!'))).toEqual([
    'It’s “fine” – I ♥ α, ς and Ω !',
  ])
})

test('a character reference with an unknown name is named with its line', () => {
  expect(read(srt('&amp; so &check; on', '&amp;lt; AT&T')).doubts).toEqual([{ line: 3, message: '“&check;” stays as text.' }])
})

test('an arrow in the text of a cue is text; an incomplete line of times is refused', () => {
  expect(textsOf(vtt('Go from A --> B today', 'x'))).toEqual(['Go from A --> B today', 'x'])
  expect(textsOf(vtt('The train\n12:30 --> 13:45 was late'))).toEqual(['The train 12:30 --> 13:45 was late'])
  expect(textsOf(srt('A --> B'))).toEqual(['A --> B'])
  expect(() => read(vtt('Hello\n00:09.000 --> soon\nthere'))).toThrow('Line 5: the times are invalid.')
})

describe('rolling captions', () => {
  const rolling = [
    'WEBVTT',
    '',
    '00:00:00.799 --> 00:00:02.869 align:start position:0%',
    ' ',
    'hi<00:00:01.040><c> everyone</c>',
    '',
    '00:00:02.869 --> 00:00:02.879 align:start position:0%',
    'hi everyone',
    ' ',
    '',
    '00:00:02.879 --> 00:00:04.070 align:start position:0%',
    'hi everyone',
    'hi<00:00:03.360><c> everyone</c>',
  ].join('\n')

  test('each phrase is contained once, also a phrase that was spoken twice, and the repeated lines are counted', () => {
    const { cues, doubts } = read(rolling)
    expect(cues).toEqual([
      { start: 0.799, end: 2.879, speaker: null, text: 'hi everyone' },
      { start: 2.879, end: 4.07, speaker: null, text: 'hi everyone' },
    ])
    expect(doubts).toEqual([{ line: 8, message: '2 repeated lines of rolling captions are left out.' }])
  })

  test('captions that were converted to SubRip have no word times, but the same repetitions', () => {
    const lines = ['one', 'two', 'three', 'four'].flatMap((word, index, words) => [
      `00:00:0${index},000 --> 00:00:0${index},990\n${[words[index - 1], word].filter(Boolean).join('\n')}\n`,
      `00:00:0${index},990 --> 00:00:0${index + 1},000\n${word}\n`,
    ])
    expect(textsOf(lines.join('\n'))).toEqual(['one', 'two', 'three', 'four'])
  })

  test('a scrolling window of two lines, as in captions of a live stream, has each phrase once', () => {
    const window = [
      '00:00:01.000 --> 00:00:02.990',
      'so<00:00:01.500><c> welcome</c>',
      '',
      '00:00:02.990 --> 00:00:03.000',
      'so welcome',
      '',
      '00:00:03.000 --> 00:00:04.990',
      'so welcome',
      'to<00:00:03.400><c> the</c><00:00:03.800><c> show</c>',
      '',
      '00:00:04.990 --> 00:00:05.000',
      'to the show',
    ]
    expect(textsOf(['WEBVTT', 'Kind: captions', 'Language: en', '', ...window].join('\n'))).toEqual(['so welcome', 'to the show'])
  })

  test.each([
    ['a refrain', ['<00:00:00.200>Ha<00:00:00.600>lle<00:00:00.800>lujah', 'Hallelujah', 'Hallelujah', 'Amen']],
    ['two lines that are sung twice', ['<00:00:00.100>We<00:00:00.500> rise\n<00:00:00.700>We stand', 'We stand\nWe stand', 'We fall']],
    ['a line that is highlighted word by word', ['<00:00:00.000>My soul', 'My <c.now>soul</c>', 'My soul']],
  ])('in lyrics with word times, %s keeps every line', (_, lines) => {
    const plain = lines.map((line) => line.replaceAll(/<[^>]+>/g, '').replaceAll('\n', ' '))
    expect(textsOf(vtt(...lines))).toEqual(plain)
    expect(read(vtt(...lines)).doubts).toEqual([])
  })

  test('repeated lines of other transcripts stay', () => {
    expect(textsOf(srt('No.', 'No.', 'No.'))).toEqual(['No.', 'No.', 'No.'])
    expect(textsOf(vtt('<00:00:00.500>No.', 'No, no.'))).toEqual(['No.', 'No, no.'])
  })
})

describe('encodings', () => {
  test.each([
    ['windows-1251', 'Добрый день, дорогие друзья, сегодня мы говорим о терпении'],
    ['windows-1251', 'Україна чекає на весну, і ми теж'],
    ['koi8-r', 'Добрый день, дорогие друзья, сегодня мы говорим о терпении'],
    ['windows-1250', 'Dzień dobry, dziś mówimy o cierpliwości i życiu'],
    ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy'],
    ['windows-1252', 'Bonjour à tous, c’est l’été, où êtes-vous'],
    ['windows-1252', 'Schöne Grüße aus Köln – für alle'],
    ['windows-1252', '¿Cómo está el niño? ¡Muy bien!'],
    ['windows-1252', 'God dag, vi snakker på norsk om tålmodighet'],
    ['windows-1252', 'O coração não é de pedra'],
    ['iso-8859-2', 'Dziś mówimy o nadziei i miłości, Święta są blisko'],
    ['iso-8859-2', 'Šťastné a veselé, říká žena'],
    ['macintosh', 'L’été dernier, nous étions élevés, où la grâce a été donnée'],
    ['gbk', '大家好，今天我们来谈谈耐心和希望'],
    ['big5', '大家早安，今天我們談論信仰'],
    ['shift_jis', 'みなさん、こんにちは。今日は忍耐について話します'],
    ['euc-kr', '여러분 안녕하세요 오늘은 인내에 대해 이야기합니다'],
    ['windows-1253', 'Καλημέρα σας, σήμερα μιλάμε για την υπομονή'],
  ] as const)('%s is detected in “%s”, and named as a guess', (encoding, text) => {
    const found = read(bytesOf(srt(text), encoding))
    expect(found).toMatchObject({ encoding, isGuess: true, cues: [{ text }] })
    expect(ENCODINGS[encoding]).toBeDefined()
  })

  test.each(['utf-16le', 'utf-16be'] as const)('%s is detected with and without a byte order mark', (encoding) => {
    for (const mark of ['', '\ufeff'])
      for (const text of ['Ndinokuda, café', '大家好']) {
        const bytes = Buffer.from(mark + srt(text), 'utf16le')
        expect(read(encoding === 'utf-16le' ? bytes : bytes.swap16())).toMatchObject({ encoding, isGuess: false, cues: [{ text }] })
      }
  })

  test('a few damaged bytes in UTF-8 are replaced and named with their line', () => {
    const bytes = Buffer.concat([
      Buffer.from(srt('Café — naïve “quotes”', 'bad ')).subarray(0, -1),
      Buffer.from([0x92]),
      Buffer.from(' byte\n'),
    ])
    expect(read(bytes)).toMatchObject({
      cues: [{ text: 'Café — naïve “quotes”' }, { text: 'bad \ufffd byte' }],
      encoding: 'utf-8',
      isGuess: false,
      doubts: [{ line: 7, message: 'a byte is damaged and appears as \ufffd.' }],
    })
  })

  test('a file that ends within a character is UTF-8 with a damaged byte', () => {
    const bytes = Buffer.concat([Buffer.from(srt('Grâce à Dieu', 'la fin')), Buffer.from([0xc3])])
    expect(read(bytes)).toMatchObject({ encoding: 'utf-8', isGuess: false, doubts: [{ line: 8 }] })
  })

  test('a chosen encoding replaces the detected one', () => {
    expect(readTranscript(bytesOf(srt('żółć'), 'windows-1250'), { encoding: 'windows-1252' }).cues[0]?.text).not.toBe('żółć')
    expect(readTranscript(bytesOf(srt('żółć'), 'windows-1250'), { encoding: 'windows-1250' }).cues[0]?.text).toBe('żółć')
  })
})

describe.skipIf(!hasCorpus)('files of other programs', () => {
  test.each([
    ['angle-words.srt', ['I <inaudible> at the <laughs> market', 'Send it to <mary@example.org> please']],
    ['entities.vtt', ['It\'s "fine" & café — don\'t']],
    ['youtube-auto.vtt', ["hi everyone today we're", 'modeling a basic', 'house of straw']],
    ['one-bad-byte.srt', ['Café — naïve “quotes”', 'bad \ufffd byte']],
  ])('%s is read without a lost or repeated word', (name, texts) => {
    expect(textsOf(readFileSync(corpusFile(`field2/${name}`)))).toEqual(texts)
  })
})

/** Encodes a text in a legacy encoding, for which Node has a decoder only. */
function bytesOf(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const codes = new Map<string, number[]>()
  for (let first = 255; first >= 0; first--) {
    const one = decoder.decode(Uint8Array.of(first))
    if (one.length === 1 && one !== '\ufffd') codes.set(one, [first])
  }
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) {
      const two = decoder.decode(Uint8Array.of(first, second))
      if (two.length === 1 && two !== '\ufffd' && !codes.has(two)) codes.set(two, [first, second])
    }
  return Uint8Array.from([...text].flatMap((character) => codes.get(character) ?? []))
}
