import { type BannerWords, watchForBanners } from './watch-for-banners.ts';

declare const errandBannerWords: BannerWords;

watchForBanners(errandBannerWords);
