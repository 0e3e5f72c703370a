import type { BookFields } from '#contracts/book.ts'

/** A book of the demonstration; its files lie under demo/files. */
export type DemoBook = BookFields & { slug: string; coverImage: string; pdf: string }

/** What is to be shown first comes first. */
export const demoBooks: DemoBook[] = [
  {
    slug: 'the-lamp-and-the-letter',
    title: 'The Lamp and the Letter',
    author: 'Ruvimbo Chikomo',
    price: 0,
    categories: ['Spiritual and Personal Development'],
    description:
      'When the power goes at six and a niece at a growth point writes that she can no longer pray, an aunt in Harare lights her grandmother’s lamp and begins to answer. Seven short evening pieces on prayer, patience and becoming.',
    coverImage: 'covers/the-lamp-and-the-letter.webp',
    pdf: 'books/the-lamp-and-the-letter.pdf',
  },
  {
    slug: 'her-own-name',
    title: 'Her Own Name',
    author: 'Chiedza Mapfumo',
    price: 5.5,
    categories: ['Ladies Empowerment'],
    description:
      'At a bank counter in Masvingo a woman is asked her name, and cannot think. Chiedza Mapfumo writes with humour and tenderness about being somebody’s mother, wife and daughter-in-law, and about the person who was called by name before any of them.',
    coverImage: 'covers/her-own-name.webp',
    pdf: 'books/her-own-name.pdf',
  },
  {
    slug: 'sow-in-season',
    title: 'Sow in Season',
    author: 'Tapiwa Gumbo',
    price: 7,
    categories: ['Spiritual and Personal Development'],
    description:
      'A retired headmaster goes back to his father’s field in Chivi and discovers how little he knew about leading anybody. Eight pieces follow the farming year, from August clearing to the winter fire, for those who have people in their care.',
    coverImage: 'covers/sow-in-season.webp',
    pdf: 'books/sow-in-season.pdf',
  },
  {
    slug: 'crossing-before-rain',
    title: 'Crossing Before Rain',
    author: 'Nomathemba Khumalo',
    price: 0,
    categories: ['Teen Coaching'],
    description:
      'There is a week in November when the Shangani can still be crossed on foot, with whatever you can hold above your head. A school matron from Bulawayo writes for young people standing on that bank, deciding what to take.',
    coverImage: 'covers/crossing-before-rain.webp',
    pdf: 'books/crossing-before-rain.pdf',
  },
  {
    slug: 'the-table-we-set',
    title: 'The Table We Set',
    author: 'Ruvimbo Chikomo',
    price: 6,
    categories: ['Ladies Empowerment'],
    description:
      'A table carried home on a scotch cart, the minutes of a savings club, four women peeling onions at a funeral. This book is for women who have cooked for every gathering and are beginning to ask where their own chair is.',
    coverImage: 'covers/the-table-we-set.webp',
    pdf: 'books/the-table-we-set.pdf',
  },
  {
    slug: 'strength-without-noise',
    title: 'Strength Without Noise',
    author: 'Farai Mutendi',
    price: 5,
    categories: ['Gents Empowerment'],
    description:
      'A broken borehole, a boundary wall, an envelope left on a desk. Farai Mutendi writes for men who have been told to be strong and never shown how to be gentle with it. Short stories and honest questions from fields, offices and kombi ranks.',
    coverImage: 'covers/strength-without-noise.webp',
    pdf: 'books/strength-without-noise.pdf',
  },
  {
    slug: 'a-house-for-two',
    title: 'A House for Two',
    author: 'Ruvimbo Chikomo',
    price: 4.5,
    categories: ['Relationship Coaching'],
    description:
      'Most of us build as we can afford to, one room at a time, living among the bricks. This small book walks through a marriage the same way, from the gate to the roof, with stories, letters, an argument over a receipt and a prayer.',
    coverImage: 'covers/a-house-for-two.webp',
    pdf: 'books/a-house-for-two.pdf',
  },
  {
    slug: 'the-market-at-dawn',
    title: 'The Market at Dawn',
    author: 'Chiedza Mapfumo',
    price: 0,
    categories: ['Ladies Empowerment'],
    description:
      'At four in the morning the women of Mbare Musika already know the price of the day. Chiedza Mapfumo sits down among the crates to write about earning, lending, keeping and giving, and about the fear that hides inside a purse.',
    coverImage: 'covers/the-market-at-dawn.webp',
    pdf: 'books/the-market-at-dawn.pdf',
  },
  {
    slug: 'who-told-you-that',
    title: 'Who Told You That?',
    author: 'Nomathemba Khumalo',
    price: 2.99,
    categories: ['Teen Coaching'],
    description:
      'Somebody once told you that you were slow, or too dark, or just like your father, and you have been carrying it about ever since. Nomathemba Khumalo puts such sentences on trial, with stories from Bulawayo, a good deal of laughter, and one very old question.',
    coverImage: 'covers/who-told-you-that.webp',
    pdf: 'books/who-told-you-that.pdf',
  },
  {
    slug: 'first-draft-by-harvest',
    title: 'First Draft by Harvest',
    author: 'Chiedza Mapfumo',
    price: 8,
    categories: ['Book Writing'],
    description:
      'Plough in October, bring in the crop by April. Chiedza Mapfumo borrows the farmer’s calendar to take a first-time author from a crowded head to a finished draft, with honest arithmetic, a hungry January, and some company for the long rows in between.',
    coverImage: 'covers/first-draft-by-harvest.webp',
    pdf: 'books/first-draft-by-harvest.pdf',
  },
  {
    slug: 'the-quiet-father',
    title: 'The Quiet Father',
    author: 'Farai Mutendi',
    price: 0,
    categories: ['Gents Empowerment'],
    description:
      'For fathers who love their children and were never taught how to say it. Farai Mutendi remembers a railwayman with a bicycle lamp, writes to a friend working in Johannesburg, and asks what a child is really counting when she counts the days.',
    coverImage: 'covers/the-quiet-father.webp',
    pdf: 'books/the-quiet-father.pdf',
  },
  {
    slug: 'before-you-say-yes',
    title: 'Before You Say Yes',
    author: 'Nomathemba Khumalo',
    price: 3.5,
    categories: ['Relationship Coaching'],
    description:
      'A ring in a box of chips, a fuel queue, a brother who always borrows the car. From Bulawayo, Nomathemba Khumalo helps couples look kindly and clearly at each other before the cattle are counted, and says when it is right to wait.',
    coverImage: 'covers/before-you-say-yes.webp',
    pdf: 'books/before-you-say-yes.pdf',
  },
  {
    slug: 'forty-mornings',
    title: 'Forty Mornings',
    author: 'Farai Mutendi',
    price: 0,
    categories: ['Spiritual and Personal Development'],
    description:
      'Forty readings, each no longer than it takes the water to boil. Farai Mutendi begins in the dark with a bucket and ends at a kitchen table, and on the way he finds God at bus ranks, boreholes, funerals and a car wash.',
    coverImage: 'covers/forty-mornings.webp',
    pdf: 'books/forty-mornings.pdf',
  },
  {
    slug: 'the-page-a-day',
    title: 'The Page a Day',
    author: 'Tapiwa Gumbo',
    price: 0,
    categories: ['Book Writing'],
    description:
      'A night guard in Gweru filled thirty-one occurrence books with what he saw between dusk and dawn. From his example comes this modest invitation to anyone who says they are no writer. One page, one day, one cheap pen, and the patience to notice.',
    coverImage: 'covers/the-page-a-day.webp',
    pdf: 'books/the-page-a-day.pdf',
  },
  {
    slug: 'after-the-argument',
    title: 'After the Argument',
    author: 'Tapiwa Gumbo',
    price: 0,
    categories: ['Relationship Coaching'],
    description:
      'Every couple knows how an argument starts. Fewer have been taught what to do at nine o’clock that night, with the pot gone cold and the lights out. Seven short chapters from Gweru and beyond, for husbands and wives who would like to find their way back.',
    coverImage: 'covers/after-the-argument.webp',
    pdf: 'books/after-the-argument.pdf',
  },
]
