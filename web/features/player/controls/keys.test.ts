import { expect, test } from 'vitest'
import { toCommand } from './keys.ts'
import { parseSpeed, SPEEDS } from './options.tsx'

test.each([
  ['k', 'DIV', 'toggle'],
  ['K', 'BUTTON', 'toggle'],
  [' ', 'DIV', 'toggle'],
  [' ', 'INPUT', 'toggle'],
  ['ArrowLeft', 'BUTTON', 'back'],
  ['ArrowRight', 'DIV', 'forward'],
])('“%s” on %s is %s', (key, tag, command) => expect(toCommand(key, tag)).toBe(command))

test.each([
  [' ', 'BUTTON'],
  [' ', 'SELECT'],
  [' ', 'SUMMARY'],
  ['ArrowLeft', 'INPUT'],
  ['ArrowRight', 'SELECT'],
  ['Escape', 'DIV'],
  ['x', 'DIV'],
])('“%s” on %s is ignored', (key, tag) => expect(toCommand(key, tag)).toBeUndefined())

test('a speed is restored as it was stored', () => {
  for (const speed of SPEEDS) expect(parseSpeed(String(speed))).toBe(speed)
})
test.each([null, '', '3', '1e0', 'fast'])('a stored %s means normal speed', (text) => expect(parseSpeed(text)).toBe(1))
