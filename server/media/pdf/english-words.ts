import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** List of words of the spelling checker Hunspell, with the letters of its rules for inflected forms. */
const WORDS = join(dirname(createRequire(import.meta.url).resolve('dictionary-en')), 'index.dic')
const ENDINGS = ['’s', "'s", 's', 'es', 'ed', 'd', 'ing', 'ly', 'er', 'r', 'ers', 'rs', 'ness', 'est', 'st', 'able', 'al', 'ally']
const PREFIXES = [
  'anti',
  'co',
  'con',
  'counter',
  'de',
  'dis',
  'in',
  'inter',
  'mis',
  'multi',
  'non',
  'out',
  'over',
  'pre',
  'pro',
  're',
  'semi',
  'sub',
  'super',
  'trans',
  'un',
  'under',
]
const LEAST_STEM = 3

let words: Set<string> | undefined

/** Returns whether a word is English. Inflected forms are derived by their endings, so that some words that don’t exist count as English. */
export function isEnglishWord(word: string): boolean {
  words ??= readWords()
  const plain = word.toLowerCase()
  return (
    isKnown(plain, words) ||
    PREFIXES.some((prefix) => plain.startsWith(prefix) && isKnown(plain.slice(prefix.length), words as Set<string>))
  )
}

function isKnown(word: string, known: Set<string>): boolean {
  if (known.has(word)) return true
  return ENDINGS.some((ending) => {
    if (!word.endsWith(ending) || word.length - ending.length < LEAST_STEM) return false
    const stem = word.slice(0, -ending.length)
    const isDoubled = stem.at(-1) === stem.at(-2) && known.has(stem.slice(0, -1))
    return known.has(stem) || known.has(`${stem}e`) || isDoubled || (stem.endsWith('i') && known.has(`${stem.slice(0, -1)}y`))
  })
}

function readWords(): Set<string> {
  const lines = readFileSync(WORDS, 'utf8').split('\n').slice(1)
  return new Set(lines.map((line) => (line.split('/', 1)[0] ?? '').trim().toLowerCase()).filter((word) => word.length > 1))
}
