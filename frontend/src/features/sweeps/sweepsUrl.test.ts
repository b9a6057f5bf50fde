import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '@/ui/urlState';
import { type SweepState, sweepCodec } from './sweepsUrl';

const EMPTY: SweepState = {
  metric: null,
  testbed: null,
  branch: null,
  run: null,
  view: 'chart',
  hidden: [],
};

const STATES: SweepState[] = [
  EMPTY,
  { ...EMPTY, metric: 'wall_time', run: 0 },
  {
    metric: 'cpu & more',
    testbed: 'a=b',
    branch: 'feature/x',
    run: 12,
    view: 'table',
    hidden: ['data set = small, engine = smol', 'serial'],
  },
];

describe('the address of a sweep', () => {
  it.each(STATES)('gives back %j', (state) => {
    const text = stringifySearch(sweepCodec.format(state));
    expect(sweepCodec.parse(parseSearch(text))).toEqual(state);
  });

  it('reads nonsense as if it were not there', () => {
    expect(sweepCodec.parse(parseSearch('?run=1.5&view=globe&metric='))).toEqual(EMPTY);
  });
});
