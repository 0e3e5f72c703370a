import type { AuthorFields } from '#contracts/catalogue/author.ts'

/** Author in the demonstration catalogue; the path of the portrait is relative to demo/files. */
export type DemoAuthor = AuthorFields & { slug: string; photo: string }

/** Demonstration authors, in display order. */
export const demoAuthors: DemoAuthor[] = [
  {
    slug: 'ruvimbo-chikomo',
    name: 'Ruvimbo Chikomo',
    photoAlt: 'Drawing of a woman with an orange headwrap, golden earrings and a green dress in front of a ring of light',
    bio: 'Ruvimbo Chikomo founded Lectern at her kitchen table in Kuwadzana, with a borrowed laptop, two manuscripts and a paraffin lamp for the evenings without power. Before that she taught for nineteen years and, on Saturdays, sat with couples who had run out of ways to say a thing. She still does. She writes letters by hand, keeps beans on the stove while she edits, and believes that wisdom ought to cost less than bread. She lives in Harare with her husband, a great many nieces, and a lemon tree that she talks to.',
    facebook: 'https://www.facebook.com/lectern.example',
    twitter: 'https://x.com/lectern_example',
    instagram: 'https://www.instagram.com/lectern.example',
    linkedin: 'https://www.linkedin.com/company/lectern-example',
  },
  {
    slug: 'chiedza-mapfumo',
    name: 'Chiedza Mapfumo',
    photoAlt: 'Drawing of a smiling woman with a pencil in her rounded black hair, in front of a cloth patterned with circles',
    bio: 'Chiedza Mapfumo grew up behind a vegetable stall in Masvingo and learnt arithmetic from her mother’s change. She has kept the books of a clinic, sold doughnuts before sunrise, and, since 2014, helped first-time authors from Rusape to Beitbridge to finish what they began. Her own drafts are written at half past five in the morning, in pencil, in ruled exercise books. She leads the women’s savings circle of her congregation and says that she has never met an ordinary woman, only women nobody had asked.',
    facebook: 'https://www.facebook.com/chiedza.mapfumo.example',
    instagram: 'https://www.instagram.com/chiedza.mapfumo.example',
  },
  {
    slug: 'tapiwa-gumbo',
    name: 'Tapiwa Gumbo',
    photoAlt: 'Drawing of an old man with white hair, a white beard and glasses, in front of terraced fields and a low sun',
    bio: 'Tapiwa Gumbo led schools in the Midlands for twenty-six years, and was given a wheelbarrow when he retired. He took it to his father’s field in Chivi, where the guinea fowl have taught him most of what he now knows about leading people. He lives in Gweru with his wife, who reads everything first, and he has filled one page of a cheap notebook every day since 2009. He preaches briefly, prunes severely, and answers every letter, though not always in the same season.',
    facebook: 'https://www.facebook.com/tapiwa.gumbo.example',
    linkedin: 'https://www.linkedin.com/in/tapiwa-gumbo-example',
  },
  {
    slug: 'nomathemba-khumalo',
    name: 'Nomathemba Khumalo',
    photoAlt: 'Drawing of a woman with her hair in a bun, golden earrings and a white jacket in front of green waves',
    bio: 'Nomathemba Khumalo looks after two hundred and six girls in a school hostel in Bulawayo, and has heard every excuse, two of them original. She was born beyond Lupane, where the Shangani decided each November who would get to school. For thirty years she has listened to young people on verandas, in sickbays and on the back seats of buses, and she writes for them exactly as she speaks to them: kindly, and without looking away. She sings alto, badly folds umbrellas, and never forgets a name.',
    instagram: 'https://www.instagram.com/nomathemba.khumalo.example',
    twitter: 'https://x.com/nkhumalo_example',
  },
  {
    slug: 'farai-mutendi',
    name: 'Farai Mutendi',
    photoAlt: 'Drawing of a man with a short black beard and a brown jacket, in front of a pale sun and two savanna trees',
    bio: 'Farai Mutendi is a railwayman’s son who learnt about love from a bicycle lamp. He spent his working life in offices around Harare, sat on too many committees, and came home late to too many suppers, and his books are written by a man who would like other men to be spared that. On Thursdays he hosts a table for fathers behind a hardware shop in Graniteside, where nobody is asked to speak and nearly everyone does. He is married, has two grown children, and can mend anything but geysers.',
    facebook: 'https://www.facebook.com/farai.mutendi.example',
    twitter: 'https://x.com/fmutendi_example',
    linkedin: 'https://www.linkedin.com/in/farai-mutendi-example',
  },
].map((author) => ({ ...author, photo: `authors/${author.slug}.webp` }))
