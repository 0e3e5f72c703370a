import { expect, test } from 'vitest'
import { toCommand } from './keys.ts'

test.each([
  ['k', 'DIV', 'toggle'],
  ['K', 'BUTTON', 'toggle'],
  [' ', 'DIV', 'toggle'],
  [' ', 'INPUT', 'toggle'],
  ['ArrowLeft', 'BUTTON', 'back'],
  ['ArrowRight', 'DIV', 'forward'],
])('the key “%s” on a %s element is mapped to %s', (key, tag, command) => expect(toCommand(key, tag)).toBe(command))

test.each([
  [' ', 'BUTTON'],
  [' ', 'SELECT'],
  [' ', 'SUMMARY'],
  ['ArrowLeft', 'INPUT'],
  ['ArrowRight', 'SELECT'],
  ['Escape', 'DIV'],
  ['x', 'DIV'],
])('the key “%s” on a %s element is ignored', (key, tag) => expect(toCommand(key, tag)).toBeUndefined())
