import { chiedzaMapfumo } from './covers/chiedza-mapfumo.ts'
import { faraiMutendi } from './covers/farai-mutendi.ts'
import { HEIGHT, WIDTH } from './covers/frame.ts'
import { nomathembaKhumalo } from './covers/nomathemba-khumalo.ts'
import { ruvimboChikomo } from './covers/ruvimbo-chikomo.ts'
import { tapiwaGumbo } from './covers/tapiwa-gumbo.ts'
import { savePictures } from './save-pictures.ts'

/** Draws the covers of all books, or only of the named ones. */
export function makeBookCovers(only: string[]): Promise<void> {
  const covers = { ...ruvimboChikomo, ...chiedzaMapfumo, ...tapiwaGumbo, ...nomathembaKhumalo, ...faraiMutendi }
  return savePictures('covers', covers, { width: WIDTH, height: HEIGHT }, only)
}
