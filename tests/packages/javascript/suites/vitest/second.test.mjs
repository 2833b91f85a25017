import { behavesAsAlone } from '../alone.cjs';

test('the second file finds an empty universe', () => behavesAsAlone('second'));
