import { chiedzaMapfumo } from './covers/chiedza-mapfumo.ts'
import { faraiMutendi } from './covers/farai-mutendi.ts'
import { HEIGHT, WIDTH } from './covers/frame.ts'
import { nomathembaKhumalo } from './covers/nomathemba-khumalo.ts'
import { ruvimboChikomo } from './covers/ruvimbo-chikomo.ts'
import { tapiwaGumbo } from './covers/tapiwa-gumbo.ts'
import { savePictures } from './save-pictures.ts'

/** Draws every book's cover, or only those named. */
export function makeBookCovers(only: string[]): Promise<void> {
  const covers = { ...ruvimboChikomo, ...chiedzaMapfumo, ...tapiwaGumbo, ...nomathembaKhumalo, ...faraiMutendi }
  return savePictures('covers', covers, { width: WIDTH, height: HEIGHT }, only)
}
